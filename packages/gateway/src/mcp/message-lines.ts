const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Cuts what the other side writes into lines. What has come of a line is joined once, when it ends: a long one
 * that comes a byte at a time costs no more than one that comes at once.
 */
export class MessageLines {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in this piece. Throws once a line is longer than it may be. */
  *push(piece: Buffer): Generator<string> {
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
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) {
      this.clear();
      throw new Error(`A message has more than ${this.#maxBytes} bytes.`);
    }
    // Small pieces would each hold on to the memory they were read into.
    this.#pieces.push(Buffer.from(piece));
  }

  #join(): string {
    const line = Buffer.concat(this.#pieces);
    this.clear();
    const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
    return line.toString('utf8', 0, end);
  }
}
