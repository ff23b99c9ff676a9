import { closeSync, constants, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { MortiseError } from '@mortise/contracts';
import { faultOf } from '../database/sqlite-faults.ts';

/** Where the state of a host lies, beside its configuration. */
const STATE_FOLDER = '.mortise';
const LOCK_NAME = 'edit.lock';
/** An edit takes milliseconds; this is for a hundred of them on a busy machine. */
const LONGEST_WAIT_MS = 60_000;
const LONGEST_PAUSE_MS = 25;

export interface LockOptions {
  /** How long to wait for other writers, in ms; a minute if absent. */
  readonly waitMs?: number;
}

/**
 * Runs a task while no other process, host or caller does so for the same folder. The kernel holds the lock
 * (SQLite's, on a file that stays empty), so a process that is killed lets go of it, and a process
 * that is only slow keeps it. Not to be nested. Throws `file_busy` after the wait.
 */
export async function withFolderLock<Answer>(
  folder: string,
  task: () => Promise<Answer>,
  { waitMs = LONGEST_WAIT_MS }: LockOptions = {},
): Promise<Answer> {
  const path = await lockPathOf(folder);
  const end = performance.now() + waitMs;
  for (let most = 1; ; most = Math.min(most * 2, LONGEST_PAUSE_MS)) {
    const lock = tryLock(path);
    if (lock !== undefined) {
      try {
        return await task();
      } finally {
        lock.close();
      }
    }
    if (performance.now() > end) throw new MortiseError('file_busy', `${folder} is being edited.`);
    // Asked again instead of waited for: SQLite would wait on the thread that may hold the lock.
    await delay(1 + Math.random() * most);
  }
}

/** What lies in a state folder shares its lock; any other folder gets one of its own. */
async function lockPathOf(folder: string): Promise<string> {
  let holder = folder;
  while (basename(holder) !== STATE_FOLDER && dirname(holder) !== holder) holder = dirname(holder);
  if (basename(holder) !== STATE_FOLDER) holder = join(folder, STATE_FOLDER);
  await mkdir(holder, { recursive: true, mode: 0o700 });
  return join(holder, LOCK_NAME);
}

/**
 * The file is never opened otherwise: closing any descriptor of it would let go of the locks that
 * this process has on it. Opened for each attempt, so that a folder which was deleted meanwhile is
 * not waited for.
 */
function tryLock(path: string): DatabaseSync | undefined {
  const database = openLock(path);
  try {
    // Without a journal no second file comes into being that a killed process would leave behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return database;
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
