import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';

/** What came of one step, or of several. */
export interface StepCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of those that passed: only when they were run again. */
  readonly retried: number;
}

export const ROOT = join(import.meta.dirname, '..');

/** If set: a file to which each program adds its count as a line of JSON, for `count-steps.ts`. */
export const COUNT_FILE = 'MORTISE_COUNT_FILE';

export const NOTHING: StepCount = { passed: 0, failed: 0, skipped: 0, retried: 0 };

/** A busy machine makes some tests late; more than so many of one program hide a fault, which fails it. */
export const MOST_RETRIED = 5;

/** Runs each step even if one before it failed; the last line always counts them all. */
export async function runSteps(
  steps: readonly (() => StepCount | Promise<StepCount>)[],
): Promise<void> {
  const startedAt = performance.now();
  let count = NOTHING;
  for (const step of steps) count = addCounts(count, await step());
  count = judgeRetries(count);
  console.log(`\ntook ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  const file = process.env[COUNT_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(count)}\n`);
  endWith(count);
}

/** Counts too many retries as one more failure, and says so. */
export function judgeRetries(count: StepCount, say = console.log): StepCount {
  const { retried, failed } = count;
  if (retried <= MOST_RETRIED) return count;
  say(
    `\nFAILED: ${retried} tests needed a retry, and at most ${MOST_RETRIED} may: see their names above`,
  );
  return { ...count, failed: failed + 1 };
}

/** Prints the last lines of a program that ran tests, and sets its exit code. */
export function endWith(count: StepCount): void {
  const { passed, failed, skipped, retried } = count;
  console.log(`${retried} of them needed a retry (at most ${MOST_RETRIED} of one program may)`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

export function addCounts(one: StepCount, other: StepCount): StepCount {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    retried: one.retried + other.retried,
  };
}

/** Runs tasks of the workspace, also beside tests: what they print comes when they have ended. */
export async function runTasks(...tasks: readonly string[]): Promise<StepCount> {
  const turbo = join(ROOT, 'node_modules', '.bin', 'turbo');
  const args = ['run', ...tasks, '--output-logs=new-only', '--log-prefix=none', '--continue'];
  const isGreen = await runProgram({ command: turbo, args, isQuiet: true });
  return countAll(tasks.length, isGreen);
}

/** Runs a program of `test/` under the Node that runs this one. */
export async function runScript(script: string, ...args: readonly string[]): Promise<StepCount> {
  const path = join(import.meta.dirname, script);
  return countAll(1, await runProgram({ command: process.execPath, args: [path, ...args] }));
}

export interface ProgramParts {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** It, and all it starts, gets half the time of a core that another program wants, too. */
  readonly isPatient?: boolean;
  /** Keeps what it prints until it has ended: another program prints meanwhile. */
  readonly isQuiet?: boolean;
  /** Made when its work is done; a program that stays for longer than a minute after it is ended. */
  readonly report?: string;
}

/** A program of a test run that takes longer hangs: the run ends with that said, not without its last line. */
const MOST_MS = 40 * 60_000;

/** Says whether the program ended well, and how long it took. */
export function runProgram(parts: ProgramParts): Promise<boolean> {
  const { command, args, env = {}, isPatient = false, isQuiet = false } = parts;
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...COMMON_ENV, ...env },
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    ...{ timeout: MOST_MS, killSignal: 'SIGKILL' },
  });
  const startedAt = performance.now();
  if (isPatient && child.pid !== undefined) lowerPriority(child.pid);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  const stopWatching = endAfterReport(child, parts.report);
  const ended = Promise.withResolvers<number | null>();
  child.on('error', (error) => {
    console.error(`${command} did not start: ${error.message}`);
    ended.resolve(1);
  });
  child.on('close', ended.resolve);
  // What it started may keep its output open for ever.
  child.on('exit', (code) => child.killed && ended.resolve(code));
  return ended.promise.then((code) => {
    stopWatching();
    process.stdout.write(Buffer.concat(printed));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const outcome = child.killed ? 'did not end by itself, and was ended' : `ended with ${code}`;
    const shown = [command, ...args].join(' ').replaceAll(ROOT, '.');
    console.log(`\n${shown} ${outcome} after ${seconds} s`);
    return code === 0;
  });
}

const AFTER_REPORT_MS = 60_000;

/** Vitest waits for processes that tests left behind, which hold its output, and says nothing of it. */
function endAfterReport(child: ChildProcess, report: string | undefined): () => void {
  if (report === undefined) return () => {};
  let doneAt: number | undefined;
  const timer = setInterval(() => {
    if (doneAt === undefined && existsSync(report)) doneAt = performance.now();
    if (doneAt !== undefined && performance.now() - doneAt > AFTER_REPORT_MS) child.kill('SIGKILL');
  }, 5_000);
  return () => clearInterval(timer);
}

const COMMON_ENV = {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  // Hundreds of programs start in a run; what V8 has compiled for one serves the next.
  NODE_COMPILE_CACHE:
    process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'node_modules', '.cache', 'compiled'),
} as const;

/** As a nice value; with a higher one a busy machine would starve it. */
const PATIENCE = 3;

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PATIENCE);
  } catch {
    // It has ended already, or the system has no priorities: then all run alike.
  }
}

function countAll(count: number, isGreen: boolean): StepCount {
  return isGreen ? { ...NOTHING, passed: count } : { ...NOTHING, passed: count - 1, failed: 1 };
}
