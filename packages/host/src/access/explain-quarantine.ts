import type { ToolExplanation } from '@mortise/contracts';

/** Says in a trace why the extension of a tool is down; the resolver knows only that it is. */
export function explainQuarantine(
  explanation: ToolExplanation,
  quarantined: ReadonlySet<string>,
): ToolExplanation {
  const { origin, steps } = explanation;
  if (origin.kind !== 'extension' || !quarantined.has(origin.id)) return explanation;
  return {
    ...explanation,
    steps: steps.map((step) =>
      step.phase === 'availability' && step.verdict === 'block'
        ? { ...step, rule: `extension ${origin.id} is quarantined after repeated crashes` }
        : step,
    ),
  };
}
