import type {
  Reduction,
  ToolOutcome,
  ToolReducerContext,
  ToolResultReducer,
} from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import { textOfOutcome, withText } from './outcome-text.ts';
import { toToolResult } from './tool-result.ts';

/**
 * Lets a reducer of the host shorten an outcome and holds it to its promise: only the text is taken
 * from its answer, so that nothing else can be grown, flipped or stripped, and only if it is not
 * longer. The extension's own reducer may have had its turn before.
 */
export function reduceOutcome(
  outcome: ToolOutcome,
  reducer: ToolResultReducer,
  context: ToolReducerContext,
): ToolOutcome {
  if (outcome.status === 'refused') return outcome;
  const before = textOfOutcome(outcome);
  const reduced = (reduction: Omit<Reduction, 'rawChars'>, text = before): ToolOutcome => ({
    ...(text === before ? outcome : withText(outcome, text)),
    reduction: combine(outcome.reduction, { ...reduction, rawChars: before.length }),
  });
  const rejected = (reason: string) => reduced({ state: 'rejected', reason });
  try {
    const answer = readAnswer(reducer.reduce(toToolResult(outcome), context));
    if (answer === undefined) return rejected('it did not answer with a result');
    if (answer.ok !== (outcome.status === 'ok'))
      return rejected('it changed success to failure or back');
    if (answer.text.length > before.length) return rejected('its result is longer');
    return reduced({ state: 'applied' }, answer.text);
  } catch (error) {
    return reduced({ state: 'failed', reason: printUnknown(error) });
  }
}

/** A fault of either is what has to be known. */
function combine(first: Reduction | undefined, second: Reduction): Reduction {
  if (first === undefined) return second;
  const { rawChars } = first;
  return second.state === 'applied' ? first : { ...second, rawChars };
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
