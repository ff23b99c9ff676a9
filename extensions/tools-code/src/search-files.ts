import { jsonLength } from '@mortise/extension-text';
import type { Files } from '@mortise/sdk';
import type { CallBudget } from './call-budget.ts';
import type { WalkRules } from './code-config.ts';
import type { LineMatcher } from './line-matcher.ts';
import { searchText, type TextMatches } from './search-text.ts';

export interface SearchOptions {
  readonly files: Pick<Files, 'search' | 'readMany'>;
  /** Folder that the paths are relative to, or a file. */
  readonly path: string;
  /** A text is found by the host; what needs more than that is matched here, under our own clock. */
  readonly query: { readonly text: string; readonly ignoreCase: boolean } | LineMatcher;
  readonly leftOut: WalkRules['leftOut'];
  readonly glob?: string;
  readonly after?: string;
  readonly budget: CallBudget;
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
  readonly skippedFolders: number;
  /** Files of which only the beginning was searched. */
  readonly partly: readonly string[];
  /** Where to go on, if it stopped. */
  readonly last?: string;
  readonly stopped?: 'results' | 'budget';
}

const SHOWN_PER_FILE = 20;
const MOST_CHARS = 120_000;

/** Searches files in order, many with each use of the capability; it can be gone on with. */
export async function searchFiles(options: SearchOptions): Promise<SearchReport> {
  const tally = new SearchTally(options.maxResults);
  let after = options.after;
  for (;;) {
    if (!options.budget.take()) return tally.report('budget', after);
    const batch = await searchBatch(options, after, tally.left);
    tally.count(batch);
    for (const file of batch.files) {
      tally.add(file);
      if (tally.isFull) return tally.report('results', file.path);
    }
    if (batch.stopped === undefined) return tally.report();
    if (batch.last === undefined || batch.last === after) return tally.report('budget', after);
    after = batch.last;
  }
}

interface SearchedFile extends TextMatches {
  readonly path: string;
  readonly isPartly: boolean;
}

interface Batch {
  readonly files: readonly SearchedFile[];
  readonly searched: number;
  readonly unreadable: number;
  readonly skipped: number;
  readonly stopped?: string | undefined;
  readonly last?: string | undefined;
}

async function searchBatch(
  { files, path, query, leftOut, glob }: SearchOptions,
  after: string | undefined,
  limit: number,
): Promise<Batch> {
  const choice = {
    ...leftOut,
    ...(glob === undefined ? {} : { only: [glob] }),
    ...(after === undefined ? {} : { after }),
  };
  if (typeof query !== 'function') {
    const { ignoreCase } = query;
    const found = await files.search(path, query.text, { ...choice, ignoreCase, limit });
    return {
      ...found,
      files: found.files.map(({ lines, ...file }) => ({ ...file, matches: lines })),
    };
  }
  const read = await files.readMany(path, choice);
  const searched = read.files.map(({ content, ...file }) => ({
    ...file,
    ...searchText(content, query, SHOWN_PER_FILE),
  }));
  return { ...read, files: searched, searched: searched.length };
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
  #skippedFolders = 0;

  constructor(maxResults: number) {
    this.#maxResults = maxResults;
  }

  get isFull(): boolean {
    return this.#matches >= this.#maxResults || this.#cost >= MOST_CHARS;
  }

  /** Results that are still wanted. */
  get left(): number {
    return Math.max(1, this.#maxResults - this.#matches);
  }

  count({ searched, unreadable, skipped }: Batch): void {
    this.#searchedFiles += searched;
    this.#unreadable += unreadable;
    this.#skippedFolders += skipped;
  }

  add({ path, total, matches, isPartly }: SearchedFile): void {
    if (isPartly) this.#partly.push(path);
    if (total === 0) return;
    this.#matchingFiles += 1;
    this.#matches += total;
    for (const { line, text } of matches) this.#say(`${path}:${line}: ${text}`);
    const left = total - matches.length;
    if (left > 0) this.#say(`[… ${left} more in ${path} …]`);
  }

  #say(line: string): void {
    this.#lines.push(line);
    this.#cost += jsonLength(line);
  }

  report(stopped?: 'results' | 'budget', last?: string): SearchReport {
    return {
      lines: this.#lines,
      matches: this.#matches,
      matchingFiles: this.#matchingFiles,
      searchedFiles: this.#searchedFiles,
      unreadable: this.#unreadable,
      skippedFolders: this.#skippedFolders,
      partly: this.#partly,
      ...(last === undefined ? {} : { last }),
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
}
