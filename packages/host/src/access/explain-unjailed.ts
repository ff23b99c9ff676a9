import type { ToolExplanation } from '@mortise/contracts';

/** Says in a trace that a tool is down for want of a jail; the resolver knows only that it is. */
export function explainUnjailed(
  explanation: ToolExplanation,
  unjailed: ReadonlySet<string>,
): ToolExplanation {
  const { origin, steps } = explanation;
  if (origin.kind !== 'extension' || !unjailed.has(origin.id)) return explanation;
  return {
    ...explanation,
    steps: steps.map((step) =>
      step.phase === 'availability' && step.verdict === 'block'
        ? {
            ...step,
            rule: 'the configuration requires a jail that cannot be made here',
            path: 'sandbox.jail',
          }
        : step,
    ),
  };
}
