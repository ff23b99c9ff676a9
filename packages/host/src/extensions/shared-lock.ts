import { type LockFile, parseLock, printLock, readLock } from '@mortise/loader';
import { changeFile } from '../files/change-file.ts';
import { stampOf } from './file-stamp.ts';
import { KeyedTurns } from './keyed-turns.ts';

/**
 * `mortise.lock` as all parts of all processes share it. Other programs edit the file, too: each time it
 * is looked at, and read again if it may have changed.
 */
export class SharedLock {
  readonly path: string;
  readonly #turns = new KeyedTurns();
  #last: { readonly stamp: string; readonly lock: LockFile } | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** What it says now; a file that is not there holds nothing. Rejects with `lock_invalid`. */
  async read(): Promise<LockFile> {
    const stamp = stampOf(this.path);
    if (stamp !== undefined && stamp.text === this.#last?.stamp) return this.#last.lock;
    const lock = await this.readAnew();
    const isWhatWasRead = stamp?.isSettled === true && stampOf(this.path)?.text === stamp.text;
    this.#last = isWhatWasRead ? { stamp: stamp.text, lock } : undefined;
    return lock;
  }

  /** The same, whatever its stamp says. */
  readAnew(): Promise<LockFile> {
    return readLock(this.path);
  }

  /** Changes it. Writers of this process take turns, so that they do not have to poll for the file's lock. */
  async change(edit: (lock: LockFile) => LockFile): Promise<void> {
    await this.#turns.take(this.path, () =>
      changeFile(this.path, (text) => {
        const next = printLock(edit(parseLock(text, this.path)));
        // What could not be read again is not written.
        parseLock(next, this.path);
        return next;
      }),
    );
  }
}
