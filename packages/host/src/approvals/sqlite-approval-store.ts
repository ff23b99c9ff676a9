import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  ApprovalPage,
  ApprovalQuery,
  ApprovalStore,
  HeldCall,
  HoldAnswer,
  HoldBounds,
  Logger,
} from '@mortise/contracts';
import { StateFileStore, type StateStoreOptions } from '../state/state-file-store.ts';
import { storedKey } from '../state/stored-key.ts';
import { callerOf, roomFor } from './hold-room.ts';
import { lastChange } from './memory-approval-store.ts';

/** Rows that one step of pruning removes: calls get their turn in between. */
const ROWS_PER_STEP = 500;

/** Keeps calls on hold in a SQLite file that several processes may share. */
export class SqliteApprovalStore extends StateFileStore implements ApprovalStore {
  readonly #logger: Logger;

  constructor(options: StateStoreOptions) {
    super(options);
    this.#logger = options.logger;
  }

  get mode(): 'ready' | 'safe' {
    return this.file.trouble === undefined || this.file.isOpen ? 'ready' : 'safe';
  }

  async hold(held: HeldCall, bounds: HoldBounds): Promise<HoldAnswer> {
    try {
      return this.file.write((database): HoldAnswer => {
        const standing = findStanding(database, held.request, bounds.now);
        if (standing !== undefined) return { status: 'standing', held: standing };
        const reason = roomFor(countWaiting(database, held, bounds.now), bounds);
        if (reason !== undefined) return { status: 'full', reason };
        insert(database, held);
        return { status: 'added', held };
      });
    } catch (error) {
      this.#logger.warn({ error }, 'A call could not be put on hold.');
      return { status: 'refused', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async read(id: string): Promise<HeldCall | undefined> {
    return this.file.read((database) => {
      const row = database.prepare('SELECT record FROM approvals WHERE id = ?').get(id);
      return row === undefined ? undefined : parseHeld(row['record']);
    });
  }

  async list({ states, agentIds, after = 0, limit }: ApprovalQuery): Promise<ApprovalPage> {
    return this.file.read((database) => {
      // The mark first: what is written between the two is listed again, never missed.
      const last = Number(database.prepare('SELECT last FROM approval_marks').get()?.['last']);
      const rows = database
        .prepare(
          `SELECT record, mark FROM approvals WHERE mark > ?1
           AND (?2 IS NULL OR state IN (SELECT value FROM json_each(?2)))
           AND (?3 IS NULL OR agent_id IN (SELECT value FROM json_each(?3)))
           ORDER BY mark LIMIT ?4`,
        )
        .all(after, listed(states), listed(agentIds?.map(storedKey)), limit);
      const mark = rows.length < limit ? last : Number(rows.at(-1)?.['mark'] ?? last);
      return { held: rows.map((row) => parseHeld(row['record'])), mark };
    });
  }

  async replace(next: HeldCall): Promise<boolean> {
    return this.file.write((database) => {
      const { changes } = database
        .prepare(
          `UPDATE approvals SET version = ?, state = ?, last_change = ?, mark = ?, record = ?
           WHERE id = ? AND version = ?`,
        )
        .run(
          ...[next.version, next.state, lastChange(next), nextMark(database)],
          ...[JSON.stringify(next), next.id, next.version - 1],
        );
      return Number(changes) === 1;
    });
  }

  async prune({ endedBefore, dryRun }: { endedBefore: number; dryRun: boolean }): Promise<number> {
    const file = this.file;
    if (dryRun) return file.read((database) => countOld(database, endedBefore));
    for (let count = 0; ; ) {
      const removed = file.write((database) => removeOld(database, endedBefore));
      count += removed;
      if (removed < ROWS_PER_STEP) return count;
      await nextTurn();
    }
  }
}

function findStanding(database: DatabaseSync, request: string, now: number): HeldCall | undefined {
  const row = database
    .prepare(
      `SELECT record FROM approvals WHERE request = ? AND expires_at > ?
       AND state IN ('waiting', 'approved', 'denied') ORDER BY mark LIMIT 1`,
    )
    .get(request, now);
  return row === undefined ? undefined : parseHeld(row['record']);
}

function countWaiting(
  database: DatabaseSync,
  held: HeldCall,
  now: number,
): { readonly ofCaller: number; readonly total: number } {
  const row = database
    .prepare(
      `SELECT count(*) AS total, count(*) FILTER (WHERE caller = ?) AS of_caller
       FROM approvals WHERE state = 'waiting' AND expires_at > ?`,
    )
    .get(callerOf(held), now);
  return { ofCaller: Number(row?.['of_caller']), total: Number(row?.['total']) };
}

function insert(database: DatabaseSync, held: HeldCall): void {
  const { id, version, state, request, call, expiresAt } = held;
  database
    .prepare(
      `INSERT INTO approvals (id, version, state, request, agent_id, caller, expires_at, last_change, mark, record)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[id, version, state, request, storedKey(call.agentId), callerOf(held), expiresAt],
      ...[lastChange(held), nextMark(database), JSON.stringify(held)],
    );
}

/** A number of its own, not the highest there is: the row that has it may have been pruned. */
function nextMark(database: DatabaseSync): number {
  const row = database.prepare('UPDATE approval_marks SET last = last + 1 RETURNING last').get();
  return Number(row?.['last']);
}

function countOld(database: DatabaseSync, endedBefore: number): number {
  const count = 'SELECT count(*) AS n FROM approvals WHERE last_change < ?';
  return Number(database.prepare(count).get(endedBefore)?.['n']);
}

function removeOld(database: DatabaseSync, endedBefore: number): number {
  const { changes } = database
    .prepare(
      'DELETE FROM approvals WHERE id IN (SELECT id FROM approvals WHERE last_change < ? LIMIT ?)',
    )
    .run(endedBefore, ROWS_PER_STEP);
  return Number(changes);
}

function listed(values: readonly string[] | undefined): string | null {
  return values === undefined ? null : JSON.stringify(values);
}

/** Written by this program into a file of its own; what was edited by hand fails its hash when it is used. */
function parseHeld(record: unknown): HeldCall {
  return Object.freeze(JSON.parse(String(record)) as HeldCall);
}
