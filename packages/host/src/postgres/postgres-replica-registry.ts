import type { ReplicaRecord, ReplicaRegistry } from '@mortise/contracts';
import type { PostgresDatabase, Row } from './postgres-database.ts';

/** The hosts on a Postgres database, by the clock of the database. */
export class PostgresReplicaRegistry implements ReplicaRegistry {
  readonly #database: PostgresDatabase;

  constructor({ database }: { readonly database: PostgresDatabase }) {
    this.#database = database;
  }

  async join({ id, name, facts }: ReplicaRecord, stayMs: number): Promise<void> {
    await this.#database.ask(JOIN, [id, name, JSON.stringify(facts), stayMs]);
  }

  async leave(id: string): Promise<void> {
    await this.#database.ask('DELETE FROM replicas WHERE id = $1', [id]);
  }

  async list(): Promise<readonly ReplicaRecord[]> {
    return (await this.#database.ask(LIST)).rows.map(recordOf);
  }
}

// One that has been gone for long is forgotten by those that are there.
const JOIN = `WITH gone AS (
    DELETE FROM replicas WHERE stays_until < now() - interval '1 hour'
  )
  INSERT INTO replicas (id, name, facts, stays_until)
  VALUES ($1, $2, $3, clock_timestamp() + $4::float8 * interval '1 millisecond')
  ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, facts = excluded.facts, stays_until = excluded.stays_until`;
const LIST =
  'SELECT id, name, facts FROM replicas WHERE stays_until > clock_timestamp() ORDER BY id';

function recordOf(row: Row): ReplicaRecord {
  return { id: String(row['id']), name: String(row['name']), facts: factsOf(row['facts']) };
}

function factsOf(text: unknown): ReplicaRecord['facts'] {
  try {
    const facts: unknown = JSON.parse(String(text));
    return typeof facts === 'object' && facts !== null ? (facts as ReplicaRecord['facts']) : {};
  } catch {
    return {};
  }
}
