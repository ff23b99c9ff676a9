import { MortiseError } from '@mortise/contracts';
import { CliFault } from './cli-fault.ts';
import type { CommandResult } from './command-result.ts';

/** Turns whatever a command threw into a result: a code, what happened, what to do next. */
export function describeFailure(error: unknown): CommandResult {
  if (error instanceof CliFault) {
    const { exit, code, message, hint } = error;
    return { exit, data: { error: { code, message, hint } }, text: `${message}\n  hint: ${hint}` };
  }
  if (MortiseError.is(error)) {
    const { code, message, hint } = error;
    const exit = code === 'config_rejected' ? 'config' : 'usage';
    return {
      exit,
      data: { error: { code, message, hint } },
      text: `${code}  ${message}\n  hint: ${hint}`,
    };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const hint = 'This is a bug of Mortise. Please report it with the lines above.';
  return {
    exit: 'internal',
    data: { error: { code: 'internal', message, hint } },
    text: `${message}\n  hint: ${hint}`,
  };
}
