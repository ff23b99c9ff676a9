import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { failed } from '../broker-refusal.ts';
import { findPlaceholders } from '../secrets/secret-placeholders.ts';
import type { Fill } from './fill-request.ts';

/** The longest placeholder, less one: what may be the start of one waits for the next piece. */
const HELD_CHARS = 48;

export interface UploadParts {
  readonly maxBytes: number;
  readonly fill: Fill;
}

/** A request body that comes piece by piece. */
export class Upload {
  readonly body = new PassThrough();
  readonly #parts: UploadParts;
  #size = 0;
  #held = '';

  constructor(parts: UploadParts) {
    this.#parts = parts;
    // What goes wrong with it goes wrong with the request, and is told there.
    this.body.on('error', () => undefined);
  }

  /** Answers when there is room for more. */
  async write(bytes: Buffer, isLast: boolean): Promise<void> {
    this.#size += bytes.length;
    if (this.#size > this.#parts.maxBytes) {
      const refusal = failed(`The request body is larger than ${this.#parts.maxBytes} bytes.`);
      // The request fails with it, too.
      this.body.destroy(refusal);
      throw refusal;
    }
    if (this.body.writableEnded || this.body.destroyed) throw failed('The request has ended.');
    const filled = this.#fill(bytes.toString('latin1'), isLast);
    const hasRoom = this.body.write(Buffer.from(filled, 'latin1'));
    if (isLast) this.body.end();
    else if (!hasRoom) await this.#untilDrained();
  }

  close(): void {
    this.body.destroy();
  }

  #fill(text: string, isLast: boolean): string {
    this.#held += text;
    let cut = isLast ? this.#held.length : Math.max(0, this.#held.length - HELD_CHARS);
    for (const { start, end } of findPlaceholders(this.#held))
      if (start < cut && end > cut) cut = start;
    const certain = this.#held.slice(0, cut);
    this.#held = this.#held.slice(cut);
    return this.#parts.fill(certain);
  }

  /** A server that answers early reads no more: then the request ends, and that is the answer. */
  async #untilDrained(): Promise<void> {
    await Promise.race([once(this.body, 'drain'), once(this.body, 'close')]).catch(() => undefined);
  }
}
