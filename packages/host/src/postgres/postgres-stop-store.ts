import type { StopRecord, StopStore } from '@mortise/contracts';
import { interpretScope } from '../stops/stop-scope.ts';
import type { PostgresDatabase, Row } from './postgres-database.ts';
import { originalText, storedText } from './stored-text.ts';

/** Keeps stops in a Postgres database that several hosts share. */
export class PostgresStopStore implements StopStore {
  readonly isLasting = true;
  readonly #database: PostgresDatabase;

  constructor({ database }: { readonly database: PostgresDatabase }) {
    this.#database = database;
  }

  async list(): Promise<readonly StopRecord[]> {
    return (await this.#database.ask(LIST)).rows.map(recordOf);
  }

  async add({ id, scope, name, reason, by, at }: StopRecord): Promise<void> {
    const texts = [id, scope, name, reason, by].map(storedText);
    await this.#database.ask(ADD, [...texts, at]);
  }

  async lift(id: string, { at, by }: { readonly at: number; readonly by: string }) {
    return (await this.#database.ask(LIFT, [at, storedText(by), storedText(id)])).count === 1;
  }

  /** The database stays that of who opened it. */
  async [Symbol.asyncDispose](): Promise<void> {}
}

const LIST = `SELECT id, scope, name, reason, made_by, made_at, lifted_at, lifted_by
  FROM stops ORDER BY number`;
// What is there stays as it is, so both may be said twice.
const ADD = `INSERT INTO stops (id, scope, name, reason, made_by, made_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`;
const LIFT = `UPDATE stops SET lifted_by = CASE WHEN lifted_at IS NULL THEN $2 ELSE lifted_by END,
  lifted_at = coalesce(lifted_at, $1) WHERE id = $3`;

function recordOf(row: Row): StopRecord {
  const { lifted_at: liftedAt, lifted_by: liftedBy } = row;
  const text = (column: string) => originalText(String(row[column]));
  return Object.freeze({
    id: text('id'),
    scope: interpretScope(row['scope']),
    name: text('name'),
    reason: text('reason'),
    by: text('made_by'),
    at: Number(row['made_at']),
    ...(liftedAt === null ? {} : { liftedAt: Number(liftedAt) }),
    ...(liftedBy === null ? {} : { liftedBy: originalText(String(liftedBy)) }),
  });
}
