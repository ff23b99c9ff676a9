import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { JailTrial } from '../../../packages/processes/src/index.ts';
import type { RowsResult } from './run-rows.ts';

/** An ordinary account; it needs no name. */
export const ORDINARY_USER = 1_000;

const PROGRAM = fileURLToPath(new URL('./rows-program.ts', import.meta.url));

export interface RowsOrder {
  readonly user?: number;
  readonly without: NonNullable<JailTrial['without']>;
  /** Which rows, by their places. */
  readonly rows: readonly number[];
}

/** Runs rows in a process of another account; in one of this account if none is named. */
export async function runRowsAs({ user, ...order }: RowsOrder): Promise<RowsResult> {
  const args = ['--no-node-snapshot', PROGRAM, JSON.stringify(order)];
  return JSON.parse(await runNodeAs(user, args));
}

/** What a program of Node prints, run by another account or this one. Rejects if it fails. */
export async function runNodeAs(user: number | undefined, args: readonly string[]) {
  const node = [process.execPath, '--no-warnings', ...args];
  const account = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  const [command = '', ...words] = user === undefined ? node : [...account, ...node];
  const { stdout } = await promisify(execFile)(command, words, {
    ...{ maxBuffer: 10_000_000, env: { PATH: process.env['PATH'] } },
  });
  return stdout;
}

/** Whether processes of another account can be started here, and find this checkout. */
export function canChangeUser(): boolean {
  if (process.geteuid?.() !== 0) return false;
  const account = [`--reuid=${ORDINARY_USER}`, `--regid=${ORDINARY_USER}`, '--clear-groups'];
  const looking = ['sh', '-c', 'test -r "$0" && test -x "$1"', PROGRAM, process.execPath];
  return spawnSync('setpriv', [...account, ...looking]).status === 0;
}
