import { closeSync, constants, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { MortiseError } from '@mortise/contracts';
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
