import { hash } from 'node:crypto';
import { beginningAfter, type ChainLink, ENDING_START } from './chain-record.ts';

/** What a buffer may have to be kept for the next entries. */
const MOST_KEPT_BYTES = 1_024 * 1_024;
const FIRST_BYTES = 64 * 1_024;
/** Of a line, besides its entry: number, two hashes, their names. */
const FRAME_BYTES = 256;

/**
 * Puts entries behind a link, one after the other, in one buffer that stays: the text of each is written
 * into it once, and hashed there. Half the time of making lines and joining them (measured).
 */
export class EntrySealer {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;

  /** Begins anew, if need be behind a line that has no end. */
  begin(endsLine: boolean): void {
    if (this.#buffer.length > MOST_KEPT_BYTES) this.#buffer = Buffer.allocUnsafe(FIRST_BYTES);
    this.#at = 0;
    if (endsLine) this.#write('\n', 'latin1');
  }

  /** One more entry, as the JSON of an object without its braces; answers the link that the next one follows. */
  add(inner: string, last: ChainLink): ChainLink {
    this.#makeRoom(inner.length * 3 + FRAME_BYTES);
    const start = this.#at;
    this.#write(`${beginningAfter(last)}${inner}`, 'utf8');
    const own = hash('sha256', this.#buffer.subarray(start, this.#at));
    this.#write(`${ENDING_START}${own}"}\n`, 'latin1');
    return { seq: last.seq + 1, hash: own };
  }

  /** What was added; valid until the next `begin`. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  #write(text: string, encoding: 'utf8' | 'latin1'): void {
    this.#at += this.#buffer.write(text, this.#at, encoding);
  }

  #makeRoom(bytes: number): void {
    if (this.#buffer.length - this.#at >= bytes) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
