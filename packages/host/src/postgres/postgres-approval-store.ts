import type {
  ApprovalPage,
  ApprovalQuery,
  ApprovalStore,
  HeldCall,
  HoldAnswer,
  HoldBounds,
  Logger,
} from '@mortise/contracts';
import { callerOf, roomFor } from '../approvals/hold-room.ts';
import { lastChange } from '../approvals/memory-approval-store.ts';
import type { PostgresDatabase, RunStatement } from './postgres-database.ts';
import { storedText } from './stored-text.ts';

const ROWS_PER_STEP = 500;

export interface PostgresApprovalStoreOptions {
  readonly database: PostgresDatabase;
  readonly logger: Logger;
}

/** Keeps calls on hold in a Postgres database that several hosts share. */
export class PostgresApprovalStore implements ApprovalStore {
  readonly #database: PostgresDatabase;
  readonly #logger: Logger;

  constructor({ database, logger }: PostgresApprovalStoreOptions) {
    this.#database = database;
    this.#logger = logger;
  }

  get mode(): 'ready' | 'safe' {
    return this.#database.trouble === undefined && !this.#database.isClosed ? 'ready' : 'safe';
  }

  async hold(held: HeldCall, bounds: HoldBounds): Promise<HoldAnswer> {
    try {
      return await this.#database.transact(async (run): Promise<HoldAnswer> => {
        // All changes wait for this row: what is counted is what there is.
        await run('SELECT last FROM change_marks FOR UPDATE');
        const standing = (await run(FIND_STANDING, [held.request, bounds.now])).rows[0];
        if (standing !== undefined)
          return { status: 'standing', held: parseHeld(standing['record']) };
        const reason = roomFor(await countWaiting(run, held, bounds.now), bounds);
        if (reason !== undefined) return { status: 'full', reason };
        await run(INSERT, rowOf(held));
        return { status: 'added', held };
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#logger.warn({ reason }, 'A call could not be put on hold.');
      return { status: 'refused', reason };
    }
  }

  async read(id: string): Promise<HeldCall | undefined> {
    const [row] = (await this.#database.ask(READ, [storedText(id)])).rows;
    return row === undefined ? undefined : parseHeld(row['record']);
  }

  async list({ states, agentIds, after = 0, limit }: ApprovalQuery): Promise<ApprovalPage> {
    const values = [after, states ?? null, agentIds?.map(storedText) ?? null, limit];
    // The mark first: what is written between the two is listed again, never missed.
    const [marked] = (await this.#database.ask(LAST_MARK)).rows;
    const { rows } = await this.#database.ask(LIST, values);
    const last = Number(marked?.['last']);
    const mark = rows.length < limit ? last : Number(rows.at(-1)?.['mark'] ?? last);
    return { held: rows.map((row) => parseHeld(row['record'])), mark };
  }

  async replace(next: HeldCall): Promise<boolean> {
    const { version, state } = next;
    const values = [storedText(next.id), version, state, lastChange(next), JSON.stringify(next)];
    return (await this.#database.change(REPLACE, values)).count === 1;
  }

  async prune({ endedBefore, dryRun }: { endedBefore: number; dryRun: boolean }): Promise<number> {
    if (dryRun) {
      const [row] = (await this.#database.ask(COUNT_OLD, [endedBefore])).rows;
      return Number(row?.['n']);
    }
    for (let count = 0; ; ) {
      const removed = (await this.#database.ask(REMOVE_OLD, [endedBefore, ROWS_PER_STEP])).count;
      count += removed;
      if (removed < ROWS_PER_STEP) return count;
    }
  }

  /** The database stays that of who opened it. */
  async [Symbol.asyncDispose](): Promise<void> {}
}

const FIND_STANDING = `SELECT record FROM approvals WHERE request = $1 AND expires_at > $2
  AND state IN ('waiting', 'approved', 'denied') ORDER BY mark LIMIT 1`;
const COUNT_WAITING = `SELECT count(*) AS total, count(*) FILTER (WHERE caller = $1) AS of_caller
  FROM approvals WHERE state = 'waiting' AND expires_at > $2`;
// A trigger fills in the mark.
const INSERT = `INSERT INTO approvals
  (id, version, state, request, agent_id, caller, expires_at, last_change, mark, record)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9)`;
const READ = 'SELECT record FROM approvals WHERE id = $1';
const LAST_MARK = 'SELECT last FROM change_marks';
const LIST = `SELECT record, mark FROM approvals WHERE mark > $1
  AND ($2::text[] IS NULL OR state = ANY ($2)) AND ($3::text[] IS NULL OR agent_id = ANY ($3))
  ORDER BY mark LIMIT $4`;
const REPLACE = `UPDATE approvals SET version = $2, state = $3, last_change = $4, record = $5
  WHERE id = $1 AND version = $2::bigint - 1`;
const COUNT_OLD = 'SELECT count(*) AS n FROM approvals WHERE last_change < $1';
const REMOVE_OLD = `DELETE FROM approvals WHERE id IN (
  SELECT id FROM approvals WHERE last_change < $1 LIMIT $2)`;

async function countWaiting(run: RunStatement, held: HeldCall, now: number) {
  const [row] = (await run(COUNT_WAITING, [storedText(callerOf(held)), now])).rows;
  return { ofCaller: Number(row?.['of_caller']), total: Number(row?.['total']) };
}

function rowOf(held: HeldCall): readonly unknown[] {
  const { id, version, state, request, call, expiresAt } = held;
  return [
    ...[storedText(id), version, state, request, storedText(call.agentId)],
    ...[storedText(callerOf(held)), expiresAt, lastChange(held), JSON.stringify(held)],
  ];
}

/** Written by this program into a database of its own; what was edited by hand fails its hash when it is used. */
function parseHeld(record: unknown): HeldCall {
  return Object.freeze(JSON.parse(String(record)) as HeldCall);
}
