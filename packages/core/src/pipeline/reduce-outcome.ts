import type { ToolOutcome, ToolReducerContext, ToolResultReducer } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import { textOf, toToolResult, withText } from './tool-result.ts';

export interface ReducedOutcome {
  readonly outcome: ToolOutcome;
  readonly reducer?: 'applied' | 'failed' | 'rejected';
  readonly reason?: string;
}

/**
 * Lets a reducer shorten an outcome and holds it to its promise: only the text is taken from
 * its answer, so that nothing else can be grown, flipped or stripped, and only if it is not longer.
 */
export function reduceOutcome(
  outcome: ToolOutcome,
  reducer: ToolResultReducer | undefined,
  context: ToolReducerContext,
): ReducedOutcome {
  if (reducer === undefined || outcome.status === 'refused') return { outcome };
  const before = textOf(outcome);
  try {
    const answer = readAnswer(reducer.reduce(toToolResult(outcome), context));
    if (answer === undefined) return rejected(outcome, 'it did not answer with a result');
    if (answer.ok !== (outcome.status === 'ok'))
      return rejected(outcome, 'it changed success to failure or back');
    if (answer.text.length > before.length) return rejected(outcome, 'its result is longer');
    return { outcome: withText(outcome, answer.text), reducer: 'applied' };
  } catch (error) {
    return { outcome, reducer: 'failed', reason: printUnknown(error) };
  }
}

function readAnswer(answer: unknown): { readonly ok: boolean; readonly text: string } | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (answer instanceof Promise) {
    // Its rejection must not end the host as an unhandled one.
    answer.catch(() => undefined);
    return undefined;
  }
  const { ok, value, error } = { ...answer } as { ok?: unknown; value?: unknown; error?: unknown };
  const text = ok === true ? value : ok === false ? error : undefined;
  return typeof ok === 'boolean' && typeof text === 'string' ? { ok, text } : undefined;
}

function rejected(outcome: ToolOutcome, reason: string): ReducedOutcome {
  return { outcome, reducer: 'rejected', reason };
}
