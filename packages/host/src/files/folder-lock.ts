import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MortiseError } from '@mortise/contracts';
import { tryKernelLock } from './kernel-lock.ts';

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
    const lock = tryKernelLock(path);
    if (lock !== undefined) {
      try {
        return await task();
      } finally {
        lock[Symbol.dispose]();
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
