import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../test-steps.ts';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

/** A branch of a file. */
interface Branch {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  isRun: boolean;
}

/** Which branches of some files run, by V8's own count of blocks. */
export class BranchCoverage {
  readonly #session = new Session();
  readonly #urls: ReadonlyMap<string, string>;
  readonly #branches = new Map<string, Branch>();

  constructor(files: readonly string[]) {
    this.#urls = new Map(files.map((file) => [pathToFileURL(join(ROOT, file)).href, file]));
  }

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Branches that have run since it was asked last and never before. */
  async findNew(): Promise<readonly Branch[]> {
    const { result } = (await this.#session.post('Profiler.takePreciseCoverage')) as Coverage;
    const found: Branch[] = [];
    for (const { url, functions } of result) {
      const file = this.#urls.get(url);
      if (file !== undefined)
        for (const { ranges } of functions) found.push(...this.#newOf(file, ranges));
    }
    return found;
  }

  add(branches: readonly Branch[]): void {
    for (const branch of branches) branch.isRun = true;
  }

  /** By file: branches that have run, and those that V8 has named. */
  summary(): readonly { readonly file: string; readonly run: number; readonly all: number }[] {
    return [...this.#urls.values()].map((file) => {
      const all = [...this.#branches.values()].filter((branch) => branch.file === file);
      return { file, all: all.length, run: all.filter(({ isRun }) => isRun).length };
    });
  }

  stop(): void {
    this.#session.disconnect();
  }

  /** V8 names a block only where its count differs from what is around it. */
  #newOf(file: string, ranges: readonly Range[]): readonly Branch[] {
    for (const { startOffset: start, endOffset: end } of ranges) {
      const key = `${file} ${start}-${end}`;
      if (!this.#branches.has(key)) this.#branches.set(key, { file, start, end, isRun: false });
    }
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) return [];
    return [...this.#branches.values()].filter(
      (branch) => branch.file === file && !branch.isRun && countOf(branch, ranges) > 0,
    );
  }
}

/** How often a block ran: as often as the smallest that was named around it. */
function countOf({ start, end }: Branch, ranges: readonly Range[]): number {
  let around: Range | undefined;
  for (const range of ranges) {
    if (range.startOffset > start || range.endOffset < end) continue;
    const size = range.endOffset - range.startOffset;
    if (around === undefined || size <= around.endOffset - around.startOffset) around = range;
  }
  return around?.count ?? 0;
}
