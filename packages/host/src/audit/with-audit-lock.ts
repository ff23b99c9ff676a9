import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { tryKernelLock } from '../files/kernel-lock.ts';
import type { AuditPaths } from './audit-paths.ts';

const PAUSE_MS = 1;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** The lock of a log, and how it is taken: opened for it, unless a way is given. */
export interface LogLock extends Pick<AuditPaths, 'lock'> {
  readonly tryTake?: () => Disposable | undefined;
}

/**
 * Runs a task while no other process writes to the log. Where another one does for longer than `waitMs`:
 * `undefined` for a wait of 0, an error for any other. Waits on this thread, so that what is recorded
 * before a program ends or an operator is answered is written by then.
 */
export function withAuditLock<Answer>(
  { lock: path, tryTake = () => tryKernelLock(path) }: LogLock,
  waitMs: number,
  task: () => Answer,
): Answer | undefined {
  // The folder may have been deleted since.
  if (!existsSync(path)) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const end = performance.now() + waitMs;
  for (;;) {
    const lock = tryTake();
    if (lock !== undefined) {
      try {
        return task();
      } finally {
        lock[Symbol.dispose]();
      }
    }
    if (waitMs === 0) return undefined;
    if (performance.now() > end) throw new Error('Another process holds the audit log.');
    Atomics.wait(sleeper, 0, 0, PAUSE_MS);
  }
}
