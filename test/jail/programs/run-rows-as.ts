import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { JailTrial } from '../../../packages/processes/src/index.ts';
import type { RowsResult } from './run-rows.ts';

/** An ordinary account; it needs no name. */
export const ORDINARY_USER = 1_000;

export interface RowsOrder {
  readonly user?: number;
  readonly without: NonNullable<JailTrial['without']>;
  /** Which rows, by their places. */
  readonly rows: readonly number[];
}

/** Runs rows in a process of another account; in one of this account if none is named. */
export function runRowsAs({ user, ...order }: RowsOrder): RowsResult {
  const program = fileURLToPath(new URL('./rows-program.ts', import.meta.url));
  const node = [process.execPath, '--no-node-snapshot', '--no-warnings', program];
  const account = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  const [command = '', ...args] = user === undefined ? node : [...account, ...node];
  const { stdout, stderr, status } = spawnSync(command, [...args, JSON.stringify(order)], {
    ...{ encoding: 'utf8', maxBuffer: 10_000_000, timeout: 300_000 },
    env: { PATH: process.env['PATH'] },
  });
  if (status !== 0) throw new Error(`${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Whether processes of another account can be started here. */
export function canChangeUser(): boolean {
  return process.geteuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;
}
