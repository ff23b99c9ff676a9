import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';

const BUFFER_BYTES = 1 << 18;
const MAX_BYTES_PER_CHAR = 3;

/**
 * Writes to the host. Straight to the descriptor as long as the kernel takes it at once, because a
 * stream costs as much as the writing (measured); what it does not take waits in the stream.
 */
export class WireWriter {
  readonly #fd: number;
  readonly #socket: Socket;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);

  constructor(fd: number, socket: Socket) {
    this.#fd = fd;
    this.#socket = socket;
  }

  write(text: string): void {
    const isWaiting = this.#socket.writableLength > 0;
    if (isWaiting || text.length * MAX_BYTES_PER_CHAR > BUFFER_BYTES) {
      this.#socket.write(text);
      return;
    }
    const count = this.#buffer.write(text);
    this.#send(this.#buffer.subarray(0, count));
  }

  /** The same for what is in UTF-8 already. */
  writeBytes(bytes: Uint8Array): void {
    if (this.#socket.writableLength > 0) this.#socket.write(Buffer.from(bytes));
    else this.#send(bytes);
  }

  #send(bytes: Uint8Array): void {
    const written = this.#tryWrite(bytes);
    if (written < bytes.length) this.#socket.write(Buffer.from(bytes.subarray(written)));
  }

  /** A full pipe takes nothing; a broken one shows itself to the stream, which ends the process. */
  #tryWrite(bytes: Uint8Array): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch {
      return 0;
    }
  }
}
