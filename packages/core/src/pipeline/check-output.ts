import type { ToolEntry, ToolOutcome } from '@mortise/contracts';
import { fail } from './failure.ts';
import { firstProblem } from './validate-arguments.ts';

/** Holds a success to the output schema its tool declares. */
export function checkOutput(outcome: ToolOutcome, entry: ToolEntry): ToolOutcome {
  if (outcome.status !== 'ok' || entry.outputSchema === undefined) return outcome;
  if (outcome.structured === undefined) {
    return fail(
      'output_invalid',
      `"${entry.name}" declares an output schema but gave no structured result.`,
    );
  }
  const problem = firstProblem(entry.outputSchema, outcome.structured);
  if (problem === undefined) return outcome;
  return fail('output_invalid', `The structured result of "${entry.name}" is wrong: ${problem}.`);
}
