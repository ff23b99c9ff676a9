import type { DatabaseSync } from 'node:sqlite';
import type {
  RateCount,
  RatePlaces,
  RateStore,
  RateTake,
  RateTaken,
  RateWindow,
} from '@mortise/contracts';
import { StateFileStore } from '../state/state-file-store.ts';

/** Counts in a SQLite file that several processes may share. Rejects while it cannot be written. */
export class SqliteRateStore extends StateFileStore implements RateStore {
  async take({ key, amount, limit, window }: RateTake): Promise<RateTaken> {
    return this.file.write((database) => {
      const used = usedOf(database, key, window);
      const taken = Math.max(-used, Math.min(amount, Math.max(0, limit - used)));
      return count(database, { key, window, used, taken });
    });
  }

  async spend({ key, amount, window }: Omit<RateTake, 'limit'>): Promise<RateTaken> {
    return this.file.write((database) =>
      count(database, { key, window, used: usedOf(database, key, window), taken: amount }),
    );
  }

  async hold({ key, holder, count: wanted, limit, now, holdMs }: RatePlaces): Promise<number> {
    return this.file.write((database) => {
      // One that seems to last longer than any may is of another time: a clock was set back.
      database
        .prepare('DELETE FROM rate_holds WHERE key = ? AND (until <= ? OR until > ? OR holder = ?)')
        .run(key, now, now + holdMs, holder);
      const row = database
        .prepare('SELECT coalesce(sum(count), 0) AS held FROM rate_holds WHERE key = ?')
        .get(key);
      const held = Math.max(0, Math.min(wanted, limit - Number(row?.['held'])));
      if (held > 0) {
        database
          .prepare('INSERT INTO rate_holds (key, holder, count, until) VALUES (?, ?, ?, ?)')
          .run(key, holder, held, now + holdMs);
      }
      return held;
    });
  }

  async list(now: number): Promise<readonly RateCount[]> {
    return this.file.read((database) => {
      const counts = database
        .prepare(
          'SELECT key, starts_at, ends_at, used FROM rates WHERE starts_at <= ?1 AND ends_at > ?1',
        )
        .all(now)
        .map((row) => ({
          ...{ key: String(row['key']), used: Number(row['used']) },
          window: { startsAt: Number(row['starts_at']), endsAt: Number(row['ends_at']) },
        }));
      const places = database
        .prepare('SELECT key, sum(count) AS used FROM rate_holds WHERE until > ? GROUP BY key')
        .all(now)
        .map((row) => ({ key: String(row['key']), used: Number(row['used']) }));
      return [...counts, ...places];
    });
  }

  async prune(endedBefore: number): Promise<number> {
    return this.file.write((database) =>
      Number(database.prepare('DELETE FROM rates WHERE ends_at < ?').run(endedBefore).changes),
    );
  }
}

function usedOf(database: DatabaseSync, key: string, { startsAt }: RateWindow): number {
  const row = database
    .prepare('SELECT used FROM rates WHERE key = ? AND starts_at = ?')
    .get(key, startsAt);
  return row === undefined ? 0 : Number(row['used']);
}

interface Counted {
  readonly key: string;
  readonly window: RateWindow;
  readonly used: number;
  readonly taken: number;
}

function count(database: DatabaseSync, { key, window, used, taken }: Counted): RateTaken {
  if (taken !== 0) {
    database
      .prepare(
        `INSERT INTO rates (key, starts_at, ends_at, used) VALUES (?, ?, ?, ?)
         ON CONFLICT (key, starts_at) DO UPDATE SET used = excluded.used`,
      )
      .run(key, window.startsAt, window.endsAt, used + taken);
  }
  return { taken, used: used + taken };
}
