import { hashOfText } from '@mortise/contracts';
import type { CallEntry } from './entry-parts.ts';
import { formOf } from './held-arguments.ts';

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

/** Stands in front of an entry's own part: the hash of its arguments. */
const HASH_START = '"argsHash":"';
const HASH_END = '",';
const HASH_CHARS = HASH_START.length + 'sha256-'.length + 64 + HASH_END.length;

/** Entries come in so many at a time, or so long a text of all, to be hashed and put down together. */
const TOGETHER = 32;
const CHARS_TOGETHER = 64 * 1_024;

/**
 * Entries that wait to be written, beside the heap: as objects they would live just long enough for the garbage collector to
 * move each of them, which takes longer than to hash and to write them (measured). They are put down, and their arguments
 * hashed, some at a time: alone each takes three times as long (measured), and kept until all are written the arguments
 * would wait for that as they are, secrets in them included.
 */
export class WaitingEntries {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #used = 0;
  #chars = 0;
  /** Where the own part of each entry ends that was put down. */
  readonly #ends: number[] = [];
  /** Of all entries. */
  readonly #shared: string[] = [];
  /** The own parts of the last entries, and what has to be hashed of their arguments. */
  readonly #owns: string[] = [];
  readonly #forms: CallEntry['form'][] = [];
  #lastChars = 0;

  get count(): number {
    return this.#shared.length;
  }

  /** How long their texts are, together. */
  get chars(): number {
    return this.#chars;
  }

  add(entry: CallEntry): void {
    const { own, form, shared } = entry;
    this.#owns.push(own);
    this.#forms.push(form);
    this.#shared.push(shared);
    this.#chars += charsOfEntry(entry);
    this.#lastChars += own.length + (form?.length ?? 0);
    if (this.#owns.length >= TOGETHER || this.#lastChars >= CHARS_TOGETHER) this.#putDown();
  }

  *[Symbol.iterator](): Generator<WaitingEntry> {
    this.#putDown();
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
    this.#forgetLast();
  }

  #putDown(): void {
    const texts = this.#owns.map((own, index) => textOf(own, this.#forms[index]));
    const chars = texts.reduce((sum, { length }) => sum + length, 0);
    this.#makeRoom(chars * MOST_BYTES_PER_CHAR);
    for (const text of texts) {
      this.#used += this.#bytes.write(text, this.#used, 'utf8');
      this.#ends.push(this.#used);
    }
    this.#forgetLast();
  }

  #forgetLast(): void {
    this.#owns.length = 0;
    this.#forms.length = 0;
    this.#lastChars = 0;
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
  return own.length + (form === undefined ? 0 : HASH_CHARS) + shared.length;
}

function textOf(own: string, form: CallEntry['form']): string {
  if (form === undefined) return own;
  return `${HASH_START}${hashOfText('arguments', formOf(form))}${HASH_END}${own}`;
}
