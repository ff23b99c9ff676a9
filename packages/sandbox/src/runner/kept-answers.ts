import { entryStamp, KEPT_HEAD, KEPT_HEAD_BYTES } from '../wire/kept-answers.ts';

/** The answers that a guest has given in the current entry; see `wire/kept-answers`. */
export class KeptAnswers {
  readonly #head: Int32Array;
  readonly #bytes: Buffer;

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, 2);
    this.#bytes = Buffer.from(memory, KEPT_HEAD_BYTES);
  }

  /** An entry begins. The stamp comes last: a reader that sees it sees no answer of the entry before. */
  begin(entry: number): void {
    this.#head[KEPT_HEAD.bytes] = 0;
    Atomics.store(this.#head, KEPT_HEAD.entry, entryStamp(entry));
  }

  /** Takes the frames of the entry that has ended; undefined if there are none. The next entry writes over them. */
  take(): Buffer | undefined {
    const end = this.#head[KEPT_HEAD.bytes] ?? 0;
    if (end === 0) return undefined;
    this.#head[KEPT_HEAD.bytes] = 0;
    return this.#bytes.subarray(0, end);
  }

  /** Frames of an entry that lasts, from this byte on; undefined if it has ended meanwhile. */
  look(entry: number, from: number): Buffer | undefined {
    const end = Atomics.load(this.#head, KEPT_HEAD.bytes);
    const copy = Buffer.from(this.#bytes.subarray(from, end));
    const isSame = Atomics.load(this.#head, KEPT_HEAD.entry) === entryStamp(entry);
    return isSame && end >= from ? copy : undefined;
  }
}
