import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ConfinedOrder, JailTrial } from '../../packages/processes/src/index.ts';

export interface ConfinedAsOrder {
  readonly kind: ConfinedOrder['kind'];
  readonly without: NonNullable<JailTrial['without']>;
}

export interface ConfinedAsResult {
  readonly said: readonly string[];
  /** Nothing of the operator's and of the host's is different. */
  readonly isUnchanged: boolean;
}

/** Makes the attempts in a jail of a host of another account, on a disk of its own. */
export function runConfinedAs(user: number, order: ConfinedAsOrder): ConfinedAsResult {
  const program = fileURLToPath(new URL('./confined-program.ts', import.meta.url));
  const account = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  const node = [process.execPath, '--no-warnings', program, JSON.stringify(order)];
  const run = spawnSync('setpriv', [...account, ...node], {
    ...{ encoding: 'utf8', timeout: 60_000, env: { PATH: process.env['PATH'] } },
  });
  if (run.status !== 0) throw new Error(`${run.status}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}
