import { jsonLength } from '@mortise/extension-text';
import type { Files } from '@mortise/sdk';
import { joinPath } from './file-path.ts';
import type { HostCallBudget } from './host-call-budget.ts';
import type { LineMatcher } from './line-matcher.ts';
import { searchText, type TextMatches } from './search-text.ts';

export interface SearchOptions {
  readonly files: Pick<Files, 'read'>;
  /** Folder the paths are relative to. */
  readonly start: string;
  readonly paths: AsyncIterable<string>;
  readonly match: LineMatcher;
  readonly budget: HostCallBudget;
  /** Stops behind the file that reaches it. */
  readonly maxResults: number;
}

export interface SearchReport {
  /** `path:line: text`, and a marker where a file has more. */
  readonly lines: readonly string[];
  readonly matches: number;
  readonly matchingFiles: number;
  readonly searchedFiles: number;
  readonly unreadable: number;
  /** Files of which only the beginning was searched. */
  readonly partly: readonly string[];
  /** The last file that was searched. */
  readonly last?: string;
  readonly stopped?: 'results' | 'budget';
}

const AT_ONCE = 16;
const SEARCHED_BYTES = 1_000_000;
const SHOWN_PER_FILE = 20;
const MOST_CHARS = 120_000;

/** Searches files in order, a few read ahead; whole files only, so that it can be gone on with. */
export async function searchFiles(options: SearchOptions): Promise<SearchReport> {
  const tally = new SearchTally(options.maxResults);
  let batch: string[] = [];
  const flush = async () => {
    const read = await Promise.all(batch.map((path) => readOne(path, options)));
    batch = [];
    for (const file of read) if (!tally.isFull) tally.add(file);
  };
  for await (const path of options.paths) {
    if (!options.budget.take()) break;
    batch.push(path);
    if (batch.length === AT_ONCE) await flush();
    if (tally.isFull) break;
  }
  await flush();
  return tally.report(options.budget.isSpent);
}

interface SearchedFile {
  readonly path: string;
  /** Absent if it is not text or could not be read. */
  readonly found?: TextMatches;
  readonly isPartly?: boolean;
}

async function readOne(path: string, options: SearchOptions): Promise<SearchedFile> {
  const { files, start, match } = options;
  try {
    const { content, eof } = await files.read(joinPath(start, path), { length: SEARCHED_BYTES });
    if (content.includes('\0')) return { path };
    return { path, found: searchText(content, match, SHOWN_PER_FILE), isPartly: !eof };
  } catch {
    // Not text, gone meanwhile, or out of reach: one file must not end the search of the others.
    return { path };
  }
}

class SearchTally {
  readonly #maxResults: number;
  readonly #lines: string[] = [];
  readonly #partly: string[] = [];
  #cost = 0;
  #matches = 0;
  #matchingFiles = 0;
  #searchedFiles = 0;
  #unreadable = 0;
  #last: string | undefined;

  constructor(maxResults: number) {
    this.#maxResults = maxResults;
  }

  get isFull(): boolean {
    return this.#matches >= this.#maxResults || this.#cost >= MOST_CHARS;
  }

  add({ path, found, isPartly = false }: SearchedFile): void {
    this.#last = path;
    if (found === undefined) {
      this.#unreadable += 1;
      return;
    }
    this.#searchedFiles += 1;
    if (isPartly) this.#partly.push(path);
    if (found.total === 0) return;
    this.#matchingFiles += 1;
    this.#matches += found.total;
    for (const { line, text } of found.matches) this.#say(`${path}:${line}: ${text}`);
    const left = found.total - found.matches.length;
    if (left > 0) this.#say(`[… ${left} more in ${path} …]`);
  }

  #say(line: string): void {
    this.#lines.push(line);
    this.#cost += jsonLength(line);
  }

  report(isSpent: boolean): SearchReport {
    const stopped = this.isFull ? 'results' : isSpent ? 'budget' : undefined;
    return {
      lines: this.#lines,
      matches: this.#matches,
      matchingFiles: this.#matchingFiles,
      searchedFiles: this.#searchedFiles,
      unreadable: this.#unreadable,
      partly: this.#partly,
      ...(this.#last === undefined ? {} : { last: this.#last }),
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
}
