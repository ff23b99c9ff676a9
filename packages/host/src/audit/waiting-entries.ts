import { hashOfText } from '@mortise/contracts';
import type { CallEntry } from './entry-parts.ts';

/** An entry that waits to be written, as bytes that are good until the next one is added. */
export interface WaitingEntry {
  /** What no other entry has: JSON without braces. */
  readonly own: Uint8Array;
  /** What others have, too, with a comma before it; or nothing. */
  readonly shared: string;
}

const FIRST_BYTES = 64 * 1_024;
/** What a buffer may have to be kept for the next entries. */
const MOST_KEPT_BYTES = 2 * 1_024 * 1_024;
const MOST_BYTES_PER_CHAR = 3;

/** Stands in front of an entry's own part, with room for the hash of its arguments. */
const HASH_START = '"argsHash":"';
const ROOM_FOR_HASH = `${HASH_START}${'.'.repeat('sha256-'.length + 64)}",`;

/** Arguments wait for so many others, or so long a text of all, to be hashed with. */
const HASHED_TOGETHER = 32;
const HASHED_CHARS = 64 * 1_024;

/**
 * Entries that wait to be written, beside the heap: as objects they would live just long enough for the garbage collector to
 * move each of them, which takes longer than to hash and to write them (measured). Their arguments are hashed some
 * at a time: alone each takes three times as long (measured), and kept until all are written they would wait for
 * that as they are, secrets in them included.
 */
export class WaitingEntries {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #used = 0;
  #chars = 0;
  /** Where the own part of each entry ends. */
  readonly #ends: number[] = [];
  readonly #shared: string[] = [];
  /** What has to be hashed of the arguments of the last entries, and where the hash of each belongs. */
  readonly #forms: string[] = [];
  readonly #places: number[] = [];
  #formChars = 0;

  get count(): number {
    return this.#shared.length;
  }

  /** How long their texts are, together. */
  get chars(): number {
    return this.#chars;
  }

  add(entry: CallEntry): void {
    const { own, form, shared } = entry;
    this.#makeRoom(own.length * MOST_BYTES_PER_CHAR + ROOM_FOR_HASH.length);
    if (form !== undefined) this.#addForm(form);
    this.#used += this.#bytes.write(own, this.#used, 'utf8');
    this.#ends.push(this.#used);
    this.#shared.push(shared);
    this.#chars += charsOfEntry(entry);
    if (this.#forms.length >= HASHED_TOGETHER || this.#formChars >= HASHED_CHARS) this.#hashForms();
  }

  *[Symbol.iterator](): Generator<WaitingEntry> {
    this.#hashForms();
    let start = 0;
    for (const [index, shared] of this.#shared.entries()) {
      const end = this.#ends[index] ?? start;
      yield { own: this.#view(start, end), shared };
      start = end;
    }
  }

  clear(): void {
    if (this.#bytes.length > MOST_KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#used = 0;
    this.#chars = 0;
    this.#ends.length = 0;
    this.#shared.length = 0;
    this.#forgetForms();
  }

  #addForm(form: string): void {
    this.#forms.push(form);
    this.#places.push(this.#used + HASH_START.length);
    this.#formChars += form.length;
    this.#used += this.#bytes.write(ROOM_FOR_HASH, this.#used, 'latin1');
  }

  #hashForms(): void {
    for (const [index, form] of this.#forms.entries()) {
      this.#bytes.write(hashOfText('arguments', form), this.#places[index] ?? 0, 'latin1');
    }
    this.#forgetForms();
  }

  #forgetForms(): void {
    this.#forms.length = 0;
    this.#places.length = 0;
    this.#formChars = 0;
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

export function charsOfEntry({ own, form, shared }: CallEntry): number {
  return own.length + (form === undefined ? 0 : ROOM_FOR_HASH.length) + shared.length;
}
