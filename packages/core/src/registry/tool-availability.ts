import { ERROR_CODES, type Logger } from '@mortise/contracts';
import { printUnknown } from './print-unknown.ts';
import type { Registration } from './tool-catalog.ts';

type ConditionalTool = Pick<Registration, 'entry' | 'implementation'>;

/**
 * Asks a tool whether it can work right now. Only `true` counts: a check that throws, or answers
 * with a promise, hides that tool alone and is reported.
 */
export function isToolAvailable(tool: ConditionalTool, logger: Logger): boolean {
  if (tool.implementation.kind !== 'in-process') return true;
  const { tool: code } = tool.implementation;
  if (code.isAvailable === undefined) return true;
  try {
    const answer: unknown = code.isAvailable();
    if (typeof answer === 'boolean') return answer;
    swallowRejection(answer);
    report(tool, logger, `isAvailable answered with ${typeof answer}`);
  } catch (error) {
    report(tool, logger, printUnknown(error));
  }
  return false;
}

// An async isAvailable that rejects would otherwise end the host as an unhandled rejection.
function swallowRejection(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => undefined);
}

function report(tool: ConditionalTool, logger: Logger, reason: string): void {
  const details = { code: 'availability_failed', tool: tool.entry.name, reason };
  logger.warn(details, ERROR_CODES.availability_failed.summary);
}
