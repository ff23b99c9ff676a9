/** Cuts a stream of text into lines, with a bound on the longest one. */
export class LineSplitter {
  readonly #maxChars: number;
  readonly #onLine: (line: string) => void;
  #rest = '';

  constructor(maxChars: number, onLine: (line: string) => void) {
    this.#maxChars = maxChars;
    this.#onLine = onLine;
  }

  /** False once a line is longer than it may be; what follows must not be read any more. */
  push(chunk: string): boolean {
    let start = 0;
    // Only the chunk is searched: searching the rest again would flatten it once per chunk.
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      const line = this.#rest + chunk.slice(start, end);
      if (line.length > this.#maxChars) return false;
      this.#rest = '';
      start = end + 1;
      this.#onLine(line);
    }
    this.#rest += start === 0 ? chunk : chunk.slice(start);
    return this.#rest.length <= this.#maxChars;
  }
}
