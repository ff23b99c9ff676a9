import { JSON_BUDGET, jsonLength } from '@mortise/extension-text';
import type { FileChunk } from './read-chunks.ts';

export interface LineRange {
  /** From 1. */
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/** What came of reading a range of lines. */
export interface LinesRead {
  readonly text: string;
  readonly first: number;
  /** The last line that is in the text; below `first` if none is. */
  readonly last: number;
  /** Lines of the whole file; absent if the end was not looked at. */
  readonly totalLines?: number;
  readonly sizeBytes: number;
  /** The range had more, and a result cannot hold it. */
  readonly isCut: boolean;
}

/** Files above this are counted only as far as they are read: counting on costs a host call per chunk. */
const COUNTED_BYTES = 20_000_000;

/** Takes the lines of a range; line ends stay as they are. */
export async function readLines(
  chunks: AsyncIterable<FileChunk>,
  range: LineRange,
): Promise<LinesRead> {
  const taken = new TakenLines(range);
  for await (const chunk of chunks) {
    taken.take(chunk);
    if (taken.isDone && chunk.size > COUNTED_BYTES) break;
  }
  return taken.result();
}

class TakenLines {
  readonly #range: LineRange;
  readonly #lines: string[] = [];
  #cost = 0;
  #seen = 0;
  #isCut = false;
  #isComplete = false;
  #sizeBytes = 0;
  /** The start of a line that goes on in the next chunk. */
  #open = '';

  constructor(range: LineRange) {
    this.#range = range;
  }

  get isDone(): boolean {
    return this.#isCut || this.#seen >= this.#range.last;
  }

  take({ text, size, isLast }: FileChunk): void {
    this.#sizeBytes = size;
    this.#isComplete = isLast;
    const pieces = `${this.#open}${text}`.split(/(?<=\n)/);
    const rest = pieces.at(-1) ?? '';
    const isOpen = !isLast && !rest.endsWith('\n');
    this.#open = isOpen ? rest : '';
    const lines = isOpen ? pieces.slice(0, -1) : pieces;
    for (const line of lines) if (line !== '') this.#takeLine(line);
  }

  #takeLine(line: string): void {
    this.#seen += 1;
    if (this.#isCut || this.#seen < this.#range.first || this.#seen > this.#range.last) return;
    this.#cost += jsonLength(line);
    if (this.#cost > JSON_BUDGET) this.#isCut = true;
    else this.#lines.push(line);
  }

  result(): LinesRead {
    const { first } = this.#range;
    return {
      text: this.#lines.join(''),
      first,
      last: first + this.#lines.length - 1,
      ...(this.#isComplete ? { totalLines: this.#seen } : {}),
      sizeBytes: this.#sizeBytes,
      isCut: this.#isCut,
    };
  }
}
