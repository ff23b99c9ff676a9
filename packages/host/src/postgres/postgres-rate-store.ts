import type { RateCount, RatePlaces, RateStore, RateTake, RateTaken } from '@mortise/contracts';
import type { PostgresDatabase, Row } from './postgres-database.ts';
import { originalText, storedText } from './stored-text.ts';

/** Clocks of machines that are this far apart are none of this time; a place is left to a host whose clock is ahead. */
const MOST_APART_MS = 60_000;

/**
 * Counts in a Postgres database that several hosts share. Rejects while it cannot be written. What may have
 * been counted is not counted again: a limit may then be reached too early, and is never passed.
 */
export class PostgresRateStore implements RateStore {
  readonly #database: PostgresDatabase;

  constructor({ database }: { readonly database: PostgresDatabase }) {
    this.#database = database;
  }

  async take({ key, amount, limit, window }: RateTake): Promise<RateTaken> {
    const { startsAt, endsAt } = window;
    const values = [storedText(key), startsAt, endsAt, amount, limit];
    return takenOf((await this.#database.change(TAKE, values)).rows[0]);
  }

  async spend({ key, amount, window }: Omit<RateTake, 'limit'>): Promise<RateTaken> {
    const values = [storedText(key), window.startsAt, window.endsAt, amount];
    return takenOf((await this.#database.change(SPEND, values)).rows[0]);
  }

  async hold({ key, holder, count, limit, now, holdMs }: RatePlaces): Promise<number> {
    const [stored, own] = [storedText(key), storedText(holder)];
    return this.#database.transact(async (run) => {
      await run(LOCK, [stored]);
      await run(FREE, [stored, now, now + holdMs + MOST_APART_MS, own]);
      const { rows } = await run(COUNT_HELD, [stored]);
      const held = Math.max(0, Math.min(count, limit - Number(rows[0]?.['held'])));
      if (held > 0) await run(HOLD, [stored, own, held, now + holdMs]);
      return held;
    });
  }

  async list(now: number): Promise<readonly RateCount[]> {
    const counts = (await this.#database.ask(LIST_COUNTS, [now])).rows.map((row) => ({
      ...countOf(row),
      window: { startsAt: Number(row['starts_at']), endsAt: Number(row['ends_at']) },
    }));
    const places = (await this.#database.ask(LIST_PLACES, [now])).rows.map(countOf);
    return [...counts, ...places];
  }

  async prune(endedBefore: number): Promise<number> {
    return (await this.#database.ask('DELETE FROM rates WHERE ends_at < $1', [endedBefore])).count;
  }

  /** The database stays that of who opened it. */
  async [Symbol.asyncDispose](): Promise<void> {}
}

// The row is locked while it changes, so what is taken is decided from what is used then. `taken` keeps it for
// the answer: RETURNING shows the new row alone.
const TAKE = `INSERT INTO rates AS kept (key, starts_at, ends_at, used, taken)
  SELECT $1, $2, $3, first, first FROM (SELECT ${takenFrom('0::bigint')} AS first) AS decided
  ON CONFLICT (key, starts_at) DO UPDATE SET
    used = kept.used + ${takenFrom('kept.used')}, taken = ${takenFrom('kept.used')}
  RETURNING used, taken`;

const SPEND = `INSERT INTO rates AS kept (key, starts_at, ends_at, used, taken)
  VALUES ($1, $2, $3, $4, $4)
  ON CONFLICT (key, starts_at) DO UPDATE SET used = kept.used + $4, taken = $4
  RETURNING used, taken`;

/** Any number that no other lock of ours has; the key is the second half. */
const LOCK = `SELECT pg_advisory_xact_lock(1919968371, hashtext(current_schema() || $1))`;
// One that seems to last longer than any may is of another time: a clock was set back.
const FREE = `DELETE FROM rate_holds
  WHERE key = $1 AND (until <= $2 OR until > $3 OR holder = $4)`;
const COUNT_HELD = 'SELECT coalesce(sum(count), 0) AS held FROM rate_holds WHERE key = $1';
const HOLD = 'INSERT INTO rate_holds (key, holder, count, until) VALUES ($1, $2, $3, $4)';
const LIST_COUNTS = `SELECT key, starts_at, ends_at, used FROM rates
  WHERE starts_at <= $1 AND ends_at > $1`;
const LIST_PLACES = `SELECT key, sum(count) AS used FROM rate_holds
  WHERE until > $1 GROUP BY key`;

/** What is left of the limit `$5`, up to the amount `$4`; a negative amount gives back no more than is used. */
function takenFrom(used: string): string {
  return `greatest(-(${used}), least($4::bigint, greatest(0, $5::bigint - ${used})))`;
}

function takenOf(row: Row | undefined): RateTaken {
  return { taken: Number(row?.['taken']), used: Number(row?.['used']) };
}

function countOf(row: Row): RateCount {
  return { key: originalText(String(row['key'])), used: Number(row['used']) };
}
