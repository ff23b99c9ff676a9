import type { ClientBase } from 'pg';
import { NewerFileError } from '../database/sqlite-faults.ts';
import { ReadOnlyDatabase } from './postgres-faults.ts';
import { POSTGRES_MIGRATIONS } from './postgres-migrations.ts';

/** Any number that no other program is likely to lock; the schema is the second half of the key. */
const LOCK = 0x6d6f7274;

const FIND_TABLE = `SELECT 1 FROM pg_catalog.pg_tables
  WHERE schemaname = $1 AND tablename = 'migrations'`;

/**
 * Brings a schema to the newest form. Several hosts may start together: one migrates in one transaction, the
 * others wait for it. Throws `NewerFileError` for the form of a newer program, and leaves it as it is; `ReadOnlyDatabase`
 * for a standby.
 */
export async function migratePostgres(client: ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyDatabase('It is read-only');
  if ((await readForm(client, schema)) === POSTGRES_MIGRATIONS.length) return;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, schema]);
    const form = await readForm(client, schema);
    // The name was checked where the address was read; it cannot be a parameter here.
    if (form === undefined) await client.query(createTables(schema));
    for (const [at, step] of POSTGRES_MIGRATIONS.entries()) {
      if (at < (form ?? 0)) continue;
      await client.query(step);
      await client.query('INSERT INTO migrations (form) VALUES ($1)', [at + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** `undefined` for a schema without tables of ours. */
async function readForm(client: ClientBase, schema: string): Promise<number | undefined> {
  // Not `to_regclass`: it answers from a cache that does not know what was committed while the lock was waited for.
  const there = await client.query(FIND_TABLE, [schema]);
  if (there.rows.length === 0) return undefined;
  const { rows } = await client.query('SELECT coalesce(max(form), 0) AS form FROM migrations');
  const form = Number(rows[0]?.form);
  if (form <= POSTGRES_MIGRATIONS.length) return form;
  throw new NewerFileError(
    `The database has form ${form}; this program knows ${POSTGRES_MIGRATIONS.length}.`,
  );
}

function createTables(schema: string): string {
  return `CREATE SCHEMA IF NOT EXISTS ${schema};
    CREATE TABLE migrations (
      form INTEGER PRIMARY KEY,
      at TIMESTAMPTZ NOT NULL DEFAULT now()
    );`;
}
