import { readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const READ_BYTES = 1 << 16;
/** Between two looks at the wire: the first answers come within a fraction of a millisecond. */
const FIRST_PAUSE_MS = 0.05;
const LAST_PAUSE_MS = 2;

/**
 * Reads the wire while the thread waits: a guest that reads a file synchronously stands still until the
 * host has answered, and the event loop with it. What else comes meanwhile is taken and waits its turn.
 */
export class BlockingWire {
  readonly #fd: number;
  readonly #take: (bytes: Buffer) => void;
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  /** It is never written to: waiting on it is sleeping. */
  readonly #pace = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(fd: number, take: (bytes: Buffer) => void) {
    this.#fd = fd;
    this.#take = take;
  }

  /** What `look` answers as soon as it does; `undefined` once the time is up. */
  waitFor<Answer>(look: () => Answer | undefined, deadline: number): Answer | undefined {
    for (let pauseMs = FIRST_PAUSE_MS; ; ) {
      const found = look();
      if (found !== undefined) return found;
      if (performance.now() > deadline) return undefined;
      if (this.#read()) pauseMs = FIRST_PAUSE_MS;
      else {
        Atomics.wait(this.#pace, 0, 0, pauseMs);
        pauseMs = Math.min(LAST_PAUSE_MS, pauseMs * 2);
      }
    }
  }

  /** False if nothing has come. */
  #read(): boolean {
    try {
      const count = readSync(this.#fd, this.#buffer);
      // The host is gone; the stream would have said so.
      if (count === 0) process.kill(process.pid, 'SIGKILL');
      this.#take(this.#buffer.subarray(0, count));
      return true;
    } catch (error) {
      if (Reflect.get(error as object, 'code') !== 'EAGAIN') throw error;
      return false;
    }
  }
}
