/**
 * What `npm test` runs: types, lint and format through turbo, then every test through vitest.
 * Each step runs even if one before it failed, and the last line always counts them all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface StepCount {
  readonly passed: number;
  readonly failed: number;
}

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');

const counts = [runTask('build'), runTask('typecheck'), runTask('lint'), runVitest()];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function runTask(task: string): StepCount {
  const args = ['run', task, '--output-logs=new-only', '--log-prefix=none'];
  return run('turbo', args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function runVitest(): StepCount {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-test-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const isGreen = run('vitest', ['run', ...reporters]);
    const count = readReport(report);
    // A file that fails to load has no failing test, but vitest's exit code knows it.
    return isGreen || count.failed > 0 ? count : { ...count, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path: string): StepCount {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    return { passed: Number(report.numPassedTests), failed: Number(report.numFailedTests) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  return spawnSync(join(BIN, command), args, { cwd: ROOT, stdio: 'inherit', env }).status === 0;
}
