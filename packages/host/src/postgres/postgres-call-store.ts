import type { CallClaim, CallEnd, CallRun, CallStore, ClaimAnswer } from '@mortise/contracts';
import { decideClaim, endOf, readCallRow } from '../once/decide-claim.ts';
import type { PostgresDatabase, RunStatement } from './postgres-database.ts';

/**
 * Writes calls down in a Postgres database that several hosts share. How long a run is its host's goes by the
 * clock of the database: those of machines may differ by more.
 */
export class PostgresCallStore implements CallStore {
  readonly #database: PostgresDatabase;

  constructor({ database }: { readonly database: PostgresDatabase }) {
    this.#database = database;
  }

  async claim(claim: CallClaim): Promise<ClaimAnswer> {
    const { id, request, run, holder, holdMs, now } = claim;
    // May be said twice: a row with this run is this claim's own.
    const { count } = await this.#database.ask(INSERT, [id, request, run, holder, holdMs, now]);
    if (count === 1) return { status: 'granted', runs: 1 };
    return this.#database.transact((sql) => claimKnown(sql, claim));
  }

  async renew(runs: readonly CallRun[], holdMs: number): Promise<void> {
    const columns = [runs.map(({ id }) => id), runs.map(({ run }) => run)];
    await this.#database.ask(RENEW, [...columns, holdMs]);
  }

  async end({ id }: CallRun, outcome: string): Promise<CallEnd> {
    const [row] = (await this.#database.ask(END, [id, outcome])).rows;
    if (row !== undefined) return { status: 'ended', outcome };
    const [known] = (await this.#database.ask(FIND, [id])).rows;
    return known === undefined ? { status: 'ended', outcome } : endOf(readCallRow(known));
  }

  async release({ id, run }: CallRun): Promise<void> {
    await this.#database.ask(RELEASE, [id, run]);
  }

  async prune(endedBefore: number): Promise<number> {
    return (await this.#database.ask(PRUNE, [endedBefore])).count;
  }

  /** The database stays that of who opened it. */
  async [Symbol.asyncDispose](): Promise<void> {}
}

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const COLUMNS = 'request, run, state, runs, held_until, outcome';

const INSERT = `INSERT INTO calls (id, request, run, holder, held_until, begun_at, state, runs)
  VALUES ($1, $2, $3, $4, ${NOW} + $5::bigint, $6, 'running', 1) ON CONFLICT (id) DO NOTHING`;
const FIND = `SELECT ${COLUMNS} FROM calls WHERE id = $1`;
const LOCK = `SELECT ${COLUMNS}, ${NOW} AS now FROM calls WHERE id = $1 FOR UPDATE`;
const TAKE_OVER = `UPDATE calls SET run = $2, holder = $3, held_until = ${NOW} + $4::bigint,
  runs = runs + 1 WHERE id = $1`;
const GIVE_UP = `UPDATE calls SET state = 'lost', ended_at = ${NOW} WHERE id = $1`;
const RENEW = `UPDATE calls SET held_until = ${NOW} + $3::bigint
  FROM unnest($1::text[], $2::text[]) AS open (id, run)
  WHERE calls.id = open.id AND calls.run = open.run AND state = 'running'`;
// Of whichever run: of two that may both run, what the first one says counts.
const END = `UPDATE calls SET state = 'ended', outcome = $2, ended_at = ${NOW}
  WHERE id = $1 AND state = 'running' RETURNING id`;
// No run is called '': what is said twice changes nothing the second time.
const RELEASE = `WITH first AS (
    DELETE FROM calls WHERE id = $1 AND run = $2 AND state = 'running' AND runs = 1
  )
  UPDATE calls SET run = '', runs = runs - 1, held_until = ${NOW}
  WHERE id = $1 AND run = $2 AND state = 'running' AND runs > 1`;
const PRUNE = 'DELETE FROM calls WHERE coalesce(ended_at, held_until) < $1';

async function claimKnown(sql: RunStatement, claim: CallClaim): Promise<ClaimAnswer> {
  const { id, run, holder, holdMs } = claim;
  const [row] = (await sql(LOCK, [id])).rows;
  // Released in between: the caller asks again, as it does for one that runs.
  if (row === undefined) return { status: 'running' };
  const { answer, write } = decideClaim(readCallRow(row), claim, Number(row['now']));
  if (write === 'take_over') await sql(TAKE_OVER, [id, run, holder, holdMs]);
  if (write === 'give_up') await sql(GIVE_UP, [id]);
  return answer;
}
