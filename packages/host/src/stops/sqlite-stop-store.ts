import type { StopRecord, StopStore } from '@mortise/contracts';
import { StateFileStore } from '../state/state-file-store.ts';
import { interpretScope } from './stop-scope.ts';

/** Keeps stops in a SQLite file that several processes may share. */
export class SqliteStopStore extends StateFileStore implements StopStore {
  readonly isLasting = true;

  async list(): Promise<readonly StopRecord[]> {
    const rows = this.file.read((database) =>
      database
        .prepare(
          'SELECT id, scope, name, reason, made_by, made_at, lifted_at, lifted_by FROM stops ORDER BY number',
        )
        .all(),
    );
    return rows.map(recordOf);
  }

  async add(stop: StopRecord): Promise<void> {
    this.file.write((database) =>
      database
        .prepare(
          `INSERT INTO stops (id, scope, name, reason, made_by, made_at) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO NOTHING`,
        )
        .run(stop.id, stop.scope, stop.name, stop.reason, stop.by, stop.at),
    );
  }

  async lift(id: string, { at, by }: { readonly at: number; readonly by: string }) {
    return this.file.write((database) => {
      const { changes } = database
        .prepare(
          `UPDATE stops SET lifted_by = CASE WHEN lifted_at IS NULL THEN ? ELSE lifted_by END,
             lifted_at = coalesce(lifted_at, ?) WHERE id = ?`,
        )
        .run(by, at, id);
      return changes === 1;
    });
  }
}

function recordOf(row: Record<string, unknown>): StopRecord {
  const { lifted_at: liftedAt, lifted_by: liftedBy } = row;
  return Object.freeze({
    id: String(row['id']),
    scope: interpretScope(row['scope']),
    name: String(row['name']),
    reason: String(row['reason']),
    by: String(row['made_by']),
    at: Number(row['made_at']),
    ...(typeof liftedAt === 'number' ? { liftedAt } : {}),
    ...(typeof liftedBy === 'string' ? { liftedBy } : {}),
  });
}
