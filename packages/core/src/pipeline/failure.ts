import { type Failure, LIMITS, type OutcomeCode } from '@mortise/contracts';

/** Says that tool code may have run, and bounds what it said about it. */
export function fail(
  code: OutcomeCode,
  message: string,
  effects: Failure['effects'] = 'unknown',
): Failure {
  return { status: 'failed', code, message: boundMessage(message), effects };
}

function boundMessage(message: string): string {
  const limit = LIMITS.errorChars.standard;
  return message.length <= limit ? message : `${message.slice(0, limit - 1).toWellFormed()}…`;
}
