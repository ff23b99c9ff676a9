import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RETRY_FILE } from './retry-report.ts';

export interface StepCount {
  readonly passed: number;
  readonly failed: number;
}

const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

/** Runs each step even if one before it failed; the last line always counts them all. */
export function runSteps(steps: readonly (() => StepCount)[]): void {
  const startedAt = performance.now();
  const counts = steps.map((step) => step());
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\ntook ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

export function runTask(task: string): StepCount {
  const turbo = join(ROOT, 'node_modules', '.bin', 'turbo');
  return countOne(run(turbo, ['run', task, '--output-logs=new-only', '--log-prefix=none']));
}

/** Runs a program of `test/` under the Node that runs this one. */
export function runProgram(program: string, ...args: readonly string[]): StepCount {
  return countOne(run(process.execPath, [join(import.meta.dirname, program), ...args]));
}

export interface VitestOptions {
  /** The Node to run under; the one that runs this if absent. */
  readonly node?: string;
  /** Tries also what tests leave out of every run. */
  readonly isFull?: boolean;
}

/** Runs every test and names the tests that needed a retry. */
export function runVitest({ node = process.execPath, isFull }: VitestOptions = {}): StepCount {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-test-'));
  const report = join(folder, 'report.json');
  const retries = join(folder, 'retries.json');
  try {
    const reporters = [
      '--reporter=default',
      `--reporter=${join(import.meta.dirname, 'retry-report.ts')}`,
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const full = isFull === true ? { MORTISE_FULL: '1' } : {};
    const isGreen = run(node, [VITEST, 'run', ...reporters], { ...full, [RETRY_FILE]: retries });
    printRetries(retries);
    const count = readCounts(report);
    // A file that fails to load has no failing test, but vitest's exit code knows it.
    return isGreen || count.failed > 0 ? count : { ...count, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countOne(isGreen: boolean): StepCount {
  return isGreen ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function printRetries(path: string): void {
  const retried = readJson(path);
  if (Array.isArray(retried)) {
    console.log(`\n${retried.length} tests needed a retry`);
    for (const name of retried) console.log(`  ${name}`);
  } else console.log('\nretries: unknown, no report was written');
}

function readCounts(path: string): StepCount {
  const report = readJson(path) as { numPassedTests?: unknown; numFailedTests?: unknown } | null;
  if (report === null) return { passed: 0, failed: 1 };
  return { passed: Number(report.numPassedTests), failed: Number(report.numFailedTests) };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function run(command: string, args: readonly string[], extra: NodeJS.ProcessEnv = {}): boolean {
  const quiet = { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  const env = { ...process.env, ...quiet, ...extra };
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0;
}
