import type { DatabaseSync } from 'node:sqlite';
import type { CallClaim, CallEnd, CallRun, CallStore, ClaimAnswer } from '@mortise/contracts';
import { StateFileStore, type StateStoreOptions } from '../state/state-file-store.ts';
import { type CallRow, decideClaim, endOf, readCallRow } from './decide-claim.ts';

/** Writes calls down in a SQLite file that several processes may share. Rejects while it cannot be written. */
export class SqliteCallStore extends StateFileStore implements CallStore {
  readonly #now: () => number;

  constructor(options: StateStoreOptions) {
    super(options);
    this.#now = options.now;
  }

  async claim(claim: CallClaim): Promise<ClaimAnswer> {
    return this.file.write((database): ClaimAnswer => {
      const { id, run, request, holder, holdMs } = claim;
      const now = this.#now();
      const known = findRow(database, id);
      if (known === undefined) {
        database.prepare(INSERT).run(id, request, run, holder, now + holdMs, claim.now);
        return { status: 'granted', runs: 1 };
      }
      const { answer, write } = decideClaim(known, claim, now);
      if (write === 'take_over') database.prepare(TAKE_OVER).run(run, holder, now + holdMs, id);
      if (write === 'give_up') database.prepare(GIVE_UP).run(now, id);
      return answer;
    });
  }

  async renew(runs: readonly CallRun[], holdMs: number): Promise<void> {
    this.file.write((database) => {
      const renewal = database.prepare(RENEW);
      for (const { id, run } of runs) renewal.run(this.#now() + holdMs, id, run);
    });
  }

  async end({ id }: CallRun, outcome: string): Promise<CallEnd> {
    return this.file.write((database): CallEnd => {
      const { changes } = database.prepare(END).run(outcome, this.#now(), id);
      const known = Number(changes) === 1 ? undefined : findRow(database, id);
      return known === undefined ? { status: 'ended', outcome } : endOf(known);
    });
  }

  async release({ id, run }: CallRun): Promise<void> {
    this.file.write((database) => {
      database.prepare(RELEASE).run(id, run);
      database.prepare(GO_BACK).run(this.#now(), id, run);
    });
  }

  async prune(endedBefore: number): Promise<number> {
    return this.file.write((database) => Number(database.prepare(PRUNE).run(endedBefore).changes));
  }
}

const INSERT = `INSERT INTO calls (id, request, run, holder, held_until, begun_at, state, runs)
  VALUES (?, ?, ?, ?, ?, ?, 'running', 1)`;
const TAKE_OVER = `UPDATE calls SET run = ?, holder = ?, held_until = ?, runs = runs + 1
  WHERE id = ?`;
const GIVE_UP = "UPDATE calls SET state = 'lost', ended_at = ? WHERE id = ?";
const RENEW = "UPDATE calls SET held_until = ? WHERE id = ? AND run = ? AND state = 'running'";
// Of whichever run: of two that may both run, what the first one says counts.
const END = `UPDATE calls SET state = 'ended', outcome = ?, ended_at = ?
  WHERE id = ? AND state = 'running'`;
const RELEASE = "DELETE FROM calls WHERE id = ? AND run = ? AND state = 'running' AND runs = 1";
const GO_BACK = `UPDATE calls SET run = '', runs = runs - 1, held_until = ?
  WHERE id = ? AND run = ? AND state = 'running'`;
const PRUNE = 'DELETE FROM calls WHERE coalesce(ended_at, held_until) < ?';

function findRow(database: DatabaseSync, id: string): CallRow | undefined {
  const row = database
    .prepare('SELECT request, run, state, runs, held_until, outcome FROM calls WHERE id = ?')
    .get(id);
  return row === undefined ? undefined : readCallRow(row);
}
