import type { ToolExplanation } from '@mortise/contracts';

/** Says in a trace what holds the code of an extension's tool; it decides nothing. */
export function explainJail(explanation: ToolExplanation, jail: string): ToolExplanation {
  const { origin, steps } = explanation;
  if (origin.kind !== 'extension') return explanation;
  const step = { phase: 'availability', layer: 'sandbox', rule: jail, verdict: 'info' } as const;
  return { ...explanation, steps: [...steps, step] };
}
