const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** What is left of each end of a line that is too long. */
const END_BYTES = 500;

/** A line that is longer than it may be: its first and its last bytes. */
export interface LongLine {
  readonly head: string;
  readonly tail: string;
}

/**
 * Cuts what the other side writes into lines. What has come of a line is joined once, when it ends: a long one
 * that comes a byte at a time costs no more than one that comes at once.
 */
export class MessageLines {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Of the line that is coming, if it is too long. */
  #ends: { readonly head: Buffer; readonly tail: Buffer } | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The line that is coming is longer than it may be; no more than its ends is kept. */
  get isTooLong(): boolean {
    return this.#ends !== undefined;
  }

  /** The lines that end in this piece. */
  *push(piece: Buffer): Generator<string | LongLine> {
    let rest = piece;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      this.#keep(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield this.#join();
    }
    if (rest.length > 0) this.#keep(rest);
  }

  clear(): void {
    this.#pieces = [];
    this.#bytes = 0;
    this.#ends = undefined;
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    // Small pieces would each hold on to the memory they were read into.
    if (this.#bytes <= this.#maxBytes) this.#pieces.push(Buffer.from(piece));
    else this.#keepEnds(piece);
  }

  #keepEnds(piece: Buffer): void {
    const { head, tail } = this.#ends ?? {
      head: Buffer.concat([...this.#pieces, piece], Math.min(this.#bytes, END_BYTES)),
      tail: this.#pieces.at(-1)?.subarray(-END_BYTES) ?? Buffer.alloc(0),
    };
    this.#pieces = [];
    const last = Buffer.concat([tail, piece.subarray(-END_BYTES)]);
    this.#ends = { head, tail: last.subarray(-END_BYTES) };
  }

  #join(): string | LongLine {
    const ends = this.#ends;
    const line = Buffer.concat(this.#pieces);
    this.clear();
    if (ends !== undefined) return { head: ends.head.toString(), tail: ends.tail.toString() };
    const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
    return line.toString('utf8', 0, end);
  }
}
