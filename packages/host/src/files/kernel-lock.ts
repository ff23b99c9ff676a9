import { closeSync, constants, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { MortiseError } from '@mortise/contracts';
import { fileIdentity } from '../database/file-identity.ts';
import { faultOf } from '../database/sqlite-faults.ts';

/**
 * Takes the lock on a file that stays empty, or answers `undefined` while another process or caller has
 * it. The kernel holds it (SQLite's), so a process that is killed lets go of it. The file is never opened otherwise: closing any descriptor of it would let go of the locks that
 * this process has on it. Opened for each attempt, so that a folder which was deleted meanwhile is
 * not waited for.
 */
export function tryKernelLock(path: string): Disposable | undefined {
  const database = openLock(path);
  try {
    // Without a journal no second file comes into being that a killed process would leave behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    const fault = faultOf(error);
    if (fault === 'busy' || (fault === 'damaged' && empty(path))) return undefined;
    throw unusable(path, error);
  }
}

/**
 * The same for a lock that is taken many times a second: its file stays open in between, which takes a
 * fifth of the time (measured). A file that was deleted or replaced is opened anew.
 */
export class KeptKernelLock implements Disposable {
  readonly #path: string;
  #open: KeptOpen | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** `undefined` while another process or caller has it. */
  tryTake(): Disposable | undefined {
    const open = this.#opened();
    if (open === undefined) return tryKernelLock(this.#path);
    try {
      open.begin.run();
      return open.taken;
    } catch (error) {
      if (faultOf(error) === 'busy') return undefined;
      this[Symbol.dispose]();
      return tryKernelLock(this.#path);
    }
  }

  [Symbol.dispose](): void {
    this.#open?.database.close();
    this.#open = undefined;
  }

  #opened(): KeptOpen | undefined {
    const identity = fileIdentity(this.#path);
    if (identity === undefined || identity !== this.#open?.identity) {
      this[Symbol.dispose]();
      // One that comes into being now is kept open from the next time on.
      if (identity !== undefined) this.#open = openKept(this.#path, identity);
    }
    return this.#open;
  }
}

interface KeptOpen {
  readonly database: DatabaseSync;
  readonly identity: string;
  readonly begin: StatementSync;
  readonly taken: Disposable;
}

/** `undefined` for what has to be looked at by `tryKernelLock`. */
function openKept(path: string, identity: string): KeptOpen | undefined {
  const database = openLock(path);
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    const begin = database.prepare('BEGIN IMMEDIATE');
    const end = database.prepare('ROLLBACK');
    if (fileIdentity(path) === identity) {
      return { database, identity, begin, taken: { [Symbol.dispose]: () => void end.run() } };
    }
  } catch {
    // Said by the way that does not keep it open.
  }
  database.close();
  return undefined;
}

/**
 * The file holds nothing, and no process can have locked one that is damaged. It is not deleted, which could
 * take away the lock of a process that was faster. What a link leads to is not ours.
 */
function empty(path: string): boolean {
  try {
    const descriptor = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
    try {
      if (fstatSync(descriptor).isFile()) ftruncateSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch {
    return false;
  }
}

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): MortiseError {
  const reason = error instanceof Error ? error.message : String(error);
  return new MortiseError('file_not_writable', `${path}: ${reason}.`, { cause: error });
}
