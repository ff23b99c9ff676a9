import { MortiseError } from '@mortise/contracts';
import type { Client } from 'pg';
import { migratePostgres } from '../postgres/migrate-postgres.ts';
import { readPostgresAddress } from '../postgres/postgres-address.ts';
import { connectionOf, type Row } from '../postgres/postgres-database.ts';
import { sqlState } from '../postgres/postgres-faults.ts';
import type { StateTarget } from './move-state.ts';
import { sideFault } from './side-fault.ts';
import {
  type MovedRow,
  readRow,
  STATE_TABLES,
  type StateTable,
  writeValue,
} from './state-tables.ts';

const PAGE = 500;
const LOCK_NOT_GIVEN = '55P03';

/**
 * Opens a database in one transaction in which no host changes anything. Rejects with `state_in_use` while hosts are
 * there or another one moves it, and with `state_address_invalid`.
 */
export async function openPostgresSide(url: string): Promise<StateTarget> {
  const address = readPostgresAddress(url);
  const { default: pg } = await import('pg');
  // What is moved may take long: neither side gives up on a statement.
  const client = new pg.Client({ ...connectionOf(address), query_timeout: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await migratePostgres(client, address.schema);
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await client.query('BEGIN');
    await lockTables(client, address.shown);
    await requireNoReplica(client, address.shown);
    return new PostgresSide(address.shown, client);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw sideFault(address.shown, error);
  }
}

/** Hosts may read meanwhile, and wait with what they write. */
async function lockTables(client: Client, place: string): Promise<void> {
  const names = [...STATE_TABLES.map(({ name }) => name), 'rate_holds'].join(', ');
  try {
    await client.query(`LOCK TABLE ${names} IN EXCLUSIVE MODE`);
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_GIVEN) throw error;
    throw new MortiseError('state_in_use', `Another program changes ${place}.`);
  }
}

async function requireNoReplica(client: Client, place: string): Promise<void> {
  const { rows } = await client.query(
    'SELECT name FROM replicas WHERE stays_until > clock_timestamp() ORDER BY name',
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => String(name)).join(', ');
  throw new MortiseError('state_in_use', `Hosts on ${place}: ${names}.`);
}

/** Columns that only Postgres has, and that say nothing of what is kept. A trigger fills in marks. */
const OWN_COLUMNS: { readonly [table: string]: string | undefined } = {
  approvals: 'mark',
  rates: 'taken',
};

class PostgresSide implements StateTarget {
  readonly place: string;
  readonly #client: Client;

  constructor(place: string, client: Client) {
    this.place = place;
    this.#client = client;
  }

  async *read(table: StateTable): AsyncIterable<MovedRow> {
    const { name, columns, order } = table;
    const select = `SELECT ${Object.keys(columns).join(', ')} FROM ${name} ORDER BY ${order}`;
    await this.#query(`DECLARE moved NO SCROLL CURSOR FOR ${select}`);
    for (;;) {
      const { rows } = await this.#query(`FETCH ${PAGE} FROM moved`);
      for (const row of rows) yield readRow(table, row, 'postgres');
      if (rows.length < PAGE) break;
    }
    await this.#query('CLOSE moved');
  }

  async clear(): Promise<void> {
    for (const { name } of STATE_TABLES) await this.#query(`DELETE FROM ${name}`);
    await this.#query('DELETE FROM rate_holds');
  }

  async write(table: StateTable, rows: readonly MovedRow[]): Promise<void> {
    const { name, columns } = table;
    const kinds = Object.values(columns);
    const own = OWN_COLUMNS[name];
    const names = [...Object.keys(columns), ...(own === undefined ? [] : [own])];
    const values = rows.flatMap((row) =>
      row.map((value, at) => writeValue(value, kinds[at] ?? 'text', 'postgres')),
    );
    const places = rows.map((_, row) => {
      const numbers = kinds.map((_kind, at) => `$${row * kinds.length + at + 1}`);
      return `(${[...numbers, ...(own === undefined ? [] : ['0'])].join(', ')})`;
    });
    const insert = `INSERT INTO ${name} (${names.join(', ')}) VALUES ${places.join(', ')}`;
    await this.#query(insert, values);
  }

  async commit(): Promise<void> {
    await this.#query('COMMIT');
  }

  async #query(text: string, values: unknown[] = []): Promise<{ readonly rows: Row[] }> {
    try {
      return await this.#client.query(text, values);
    } catch (error) {
      throw sideFault(this.place, error);
    }
  }

  /** A transaction that was not committed ends with its connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
