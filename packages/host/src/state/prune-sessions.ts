import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SessionPruning } from '@mortise/contracts';
import type { GuardedDatabase } from '../database/guarded-database.ts';
import { originalKey } from './stored-key.ts';

/** Rows that one step looks at: requests get their turn in between. */
const ROWS_PER_STEP = 500;

interface SessionRow {
  readonly agent: string;
  readonly session: string;
  readonly usedAt: number;
}

/** Goes over all sessions once and forgets those that were not used for long; answers how many. */
export async function pruneSessions(file: GuardedDatabase, rule: SessionPruning): Promise<number> {
  let count = 0;
  let last: SessionRow = { agent: '', session: '', usedAt: 0 };
  for (;;) {
    const rows = file.read((database) => readBehind(database, last));
    const old = rows.filter(
      ({ agent, session, usedAt }) =>
        usedAt < rule.unusedSince && !rule.isInUse(originalKey(agent), originalKey(session)),
    );
    count += rule.dryRun || old.length === 0 ? old.length : forget(file, old, rule.unusedSince);
    const end = rows.at(-1);
    if (end === undefined || rows.length < ROWS_PER_STEP) return count;
    last = end;
    await nextTurn();
  }
}

function readBehind(database: DatabaseSync, { agent, session }: SessionRow): readonly SessionRow[] {
  const rows = database
    .prepare(
      `SELECT agent_id, session_key, updated_at FROM sessions
       WHERE (agent_id, session_key) > (?, ?) ORDER BY agent_id, session_key LIMIT ?`,
    )
    .all(agent, session, ROWS_PER_STEP);
  return rows.map((row) => ({
    agent: String(row['agent_id']),
    session: String(row['session_key']),
    usedAt: Number(row['updated_at']),
  }));
}

/** The time is asked again: another process may have used one meanwhile. */
function forget(file: GuardedDatabase, old: readonly SessionRow[], unusedSince: number): number {
  return file.write((database) => {
    const remove = database.prepare(
      'DELETE FROM sessions WHERE agent_id = ? AND session_key = ? AND updated_at < ?',
    );
    return old.reduce(
      (sum, { agent, session }) => sum + Number(remove.run(agent, session, unusedSince).changes),
      0,
    );
  });
}
