import { writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const BUFFER_BYTES = 1 << 18;
const MAX_BYTES_PER_CHAR = 3;
/** A host that takes nothing for the moment is asked again so soon. */
const RETRY_MS = 1;

/**
 * Writes to the host. Straight to the descriptor, because a stream costs as much as the writing
 * (measured); what the kernel does not take at once waits here, where a guest that stands still can have
 * it written, too.
 */
export class WireWriter {
  readonly #fd: number;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  readonly #waiting: Uint8Array[] = [];
  /** It is never written to: waiting on it is sleeping. */
  readonly #pace = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #isRetrying = false;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(text: string): void {
    if (this.#waiting.length > 0 || text.length * MAX_BYTES_PER_CHAR > BUFFER_BYTES) {
      this.#send(Buffer.from(text));
      return;
    }
    const count = this.#buffer.write(text);
    this.#send(this.#buffer.subarray(0, count));
  }

  /** The same for what is in UTF-8 already. */
  writeBytes(bytes: Uint8Array): void {
    this.#send(bytes);
  }

  /** Does not return before the host has taken everything, or the time is up; answers which. */
  finish(deadline: number): boolean {
    while (!this.#writeWaiting()) {
      if (performance.now() > deadline) return false;
      Atomics.wait(this.#pace, 0, 0, RETRY_MS);
    }
    return true;
  }

  #send(bytes: Uint8Array): void {
    const written = this.#waiting.length > 0 ? 0 : this.#tryWrite(bytes);
    if (written === bytes.length) return;
    // A copy: the bytes are those of a buffer that is used again.
    this.#waiting.push(Buffer.from(bytes.subarray(written)));
    this.#retry();
  }

  #retry(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    setTimeout(() => {
      this.#isRetrying = false;
      if (!this.#writeWaiting()) this.#retry();
    }, RETRY_MS);
  }

  /** False if something is left. */
  #writeWaiting(): boolean {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const written = this.#tryWrite(first);
      if (written < first.length) {
        this.#waiting[0] = first.subarray(written);
        return false;
      }
      this.#waiting.shift();
    }
    return true;
  }

  /** A full pipe takes nothing; a broken one shows itself to the stream that reads, which ends the process. */
  #tryWrite(bytes: Uint8Array): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch {
      return 0;
    }
  }
}
