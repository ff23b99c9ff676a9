import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXCEPTION_FILE, type Exceptions } from './exception-report.ts';
import { addCounts, NOTHING, ROOT, runProgram, type StepCount } from './test-steps.ts';

const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

export interface VitestOptions {
  /** The Node to run under; the one that runs this if absent. */
  readonly node?: string;
  /** Tries also what tests leave out of every run. */
  readonly isFull?: boolean;
  /** Runs only these projects, in one process. */
  readonly projects?: readonly string[];
}

/**
 * Runs every test, and names those that needed a retry or were not run. Tests that measure the CPU
 * time of guests run one after the other; all others run beside them, with what they leave of the
 * machine.
 */
export async function runVitest(options: VitestOptions = {}): Promise<StepCount> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-test-'));
  const lanes =
    options.projects === undefined
      ? [
          new Lane(folder, ['pure', 'processes'], { isPatient: true }),
          new Lane(folder, ['alone'], { isQuiet: true }),
        ]
      : [new Lane(folder, options.projects, {})];
  try {
    await Promise.all(lanes.map((lane) => lane.run(options)));
    printList(
      'needed a retry',
      lanes.flatMap((lane) => lane.exceptions?.retried ?? []),
    );
    printList(
      'were skipped',
      lanes.flatMap((lane) => lane.exceptions?.skipped ?? []),
    );
    return lanes.map((lane) => lane.count).reduce(addCounts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One vitest process with some of the projects of `vitest.config.ts`. */
class Lane {
  readonly #projects: readonly string[];
  readonly #manner: { readonly isPatient?: boolean; readonly isQuiet?: boolean };
  readonly #report: string;
  readonly #exceptions: string;
  #isGreen = false;

  constructor(
    folder: string,
    projects: readonly string[],
    manner: { readonly isPatient?: boolean; readonly isQuiet?: boolean },
  ) {
    this.#projects = projects;
    this.#manner = manner;
    this.#report = join(folder, `${projects[0]}-report.json`);
    this.#exceptions = join(folder, `${projects[0]}-exceptions.json`);
  }

  async run({ node = process.execPath, isFull = false }: VitestOptions): Promise<void> {
    const args = [
      ...[VITEST, 'run', ...this.#projects.map((name) => `--project=${name}`)],
      '--reporter=default',
      `--reporter=${join(import.meta.dirname, 'exception-report.ts')}`,
      ...['--reporter=json', `--outputFile.json=${this.#report}`],
    ];
    const env = { [EXCEPTION_FILE]: this.#exceptions, ...(isFull && { MORTISE_FULL: '1' }) };
    this.#isGreen = await runProgram({
      ...{ command: node, args, env, report: this.#report },
      ...this.#manner,
    });
  }

  get exceptions(): Exceptions | undefined {
    return readJson(this.#exceptions) as Exceptions | undefined;
  }

  /** A file that fails to load has no failing test, but vitest's exit code knows it. */
  get count(): StepCount {
    const report = readJson(this.#report) as Readonly<Record<string, number>> | undefined;
    if (report === undefined) return { ...NOTHING, failed: 1 };
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report;
    const failed = this.#isGreen ? numFailedTests : Math.max(1, numFailedTests);
    const retried = this.exceptions?.retried.length ?? 0;
    return { passed: numPassedTests, failed, skipped: numPendingTests, retried };
  }
}

function printList(what: string, names: readonly string[]): void {
  console.log(`\n${names.length} tests ${what}`);
  for (const name of names) console.log(`  ${name}`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
