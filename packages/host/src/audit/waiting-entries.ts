import { hash } from 'node:crypto';
import { textToHash } from '@mortise/contracts';
import type { CallEntry } from './entry-parts.ts';

/** An entry that waits to be written, as bytes that are good until the next one is added. */
export interface WaitingEntry {
  /** What no other entry has: JSON without braces. */
  readonly own: Uint8Array;
  /** What has to be hashed of its arguments, if that is still to be done. */
  readonly toHash?: Uint8Array;
  /** What others have, too, with a comma before it; or nothing. */
  readonly shared: string;
}

const FIRST_BYTES = 256 * 1_024;
/** What a buffer may have to be kept for the next entries. */
const MOST_KEPT_BYTES = 2 * 1_024 * 1_024;
const MOST_BYTES_PER_CHAR = 3;
const FRAME_BYTES = 64;

/**
 * Entries that wait to be written, beside the heap: as objects they would live just long enough for the garbage collector to
 * move each of them, which takes longer than to hash and to write them (measured).
 */
export class WaitingEntries {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #used = 0;
  #chars = 0;
  /** Of each entry two: where its own part ends, and where what has to be hashed does. */
  readonly #ends: number[] = [];
  readonly #shared: string[] = [];

  get count(): number {
    return this.#shared.length;
  }

  /** How long their texts are, together. */
  get chars(): number {
    return this.#chars;
  }

  add(entry: CallEntry): void {
    const { own, form = '', shared } = entry;
    this.#makeRoom((own.length + form.length) * MOST_BYTES_PER_CHAR + FRAME_BYTES);
    this.#ends.push(this.#write(own));
    this.#ends.push(form === '' ? this.#used : this.#write(textToHash('arguments', form)));
    this.#shared.push(shared);
    this.#chars += charsOfEntry(entry);
  }

  *[Symbol.iterator](): Generator<WaitingEntry> {
    let start = 0;
    for (const [index, shared] of this.#shared.entries()) {
      const ownEnd = this.#ends[index * 2] ?? start;
      const end = this.#ends[index * 2 + 1] ?? ownEnd;
      const own = this.#view(start, ownEnd);
      yield end === ownEnd ? { own, shared } : { own, toHash: this.#view(ownEnd, end), shared };
      start = end;
    }
  }

  clear(): void {
    if (this.#bytes.length > MOST_KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#used = 0;
    this.#chars = 0;
    this.#ends.length = 0;
    this.#shared.length = 0;
  }

  /** Hashes what is not hashed yet: what cannot be written takes no more room and work than it must. */
  complete(): void {
    const all = [...this].map((entry) => {
      const own = Buffer.from(entry.own).toString('utf8');
      return { own: `${hashOfEntry(entry)}${own}`, shared: entry.shared };
    });
    this.clear();
    for (const entry of all) this.add(entry);
  }

  #write(text: string): number {
    this.#used += this.#bytes.write(text, this.#used, 'utf8');
    return this.#used;
  }

  #view(start: number, end: number): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, start, end - start);
  }

  #makeRoom(bytes: number): void {
    if (this.#bytes.length - this.#used >= bytes) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#used + bytes));
    larger.set(this.#view(0, this.#used));
    this.#bytes = larger;
  }
}

/** The hash of the arguments of an entry as it stands in front of its own part; nothing if there is none to make. */
export function hashOfEntry({ toHash }: WaitingEntry): string {
  return toHash === undefined ? '' : `"argsHash":"sha256-${hash('sha256', toHash)}",`;
}

export function charsOfEntry({ own, form = '', shared }: CallEntry): number {
  return own.length + form.length + shared.length;
}
