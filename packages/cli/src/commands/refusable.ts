import { MortiseError } from '@mortise/contracts';
import type { FileRefusal } from '@mortise/gateway';
import { CliFault } from '../output/cli-fault.ts';

/** Does what a command does; what a person can mend is an answer, anything else is thrown. */
export async function refusable<Done>(work: () => Promise<Done>): Promise<Done | FileRefusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CliFault || MortiseError.is(error))) throw error;
    const { code, message, hint } = error;
    return { status: 'refused', code, message, hint };
  }
}
