import { fileURLToPath } from 'node:url';
import type { ConfinedOrder, JailTrial } from '../../packages/processes/src/index.ts';
import { runNodeAs } from './programs/run-rows-as.ts';

export interface ConfinedAsOrder {
  readonly kind: ConfinedOrder['kind'];
  readonly without: NonNullable<JailTrial['without']>;
}

export interface ConfinedAsResult {
  readonly said: readonly string[];
  /** Nothing of the operator's and of the host's is different. */
  readonly isUnchanged: boolean;
}

const PROGRAM = fileURLToPath(new URL('./confined-program.ts', import.meta.url));

/** Makes the attempts in a jail of a host of another account, on a disk of its own. */
export async function runConfinedAs(
  user: number,
  order: ConfinedAsOrder,
): Promise<ConfinedAsResult> {
  return JSON.parse(await runNodeAs(user, [PROGRAM, JSON.stringify(order)]));
}
