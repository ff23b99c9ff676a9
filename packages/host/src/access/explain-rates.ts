import type { ToolExplanation, TraceStep } from '@mortise/contracts';
import type { RateUsage } from '../rates/rate-usage.ts';

/** Says in a trace which rates and budgets calls of a tool are counted by, and how much of each is used. */
export function explainRates(
  explanation: ToolExplanation,
  usage: readonly RateUsage[],
): ToolExplanation {
  if (usage.length === 0) return explanation;
  return { ...explanation, steps: [...explanation.steps, ...usage.map(describeStep)] };
}

function describeStep({ path, text, of, used, limit, resetsAt }: RateUsage): TraceStep {
  const whose = Object.entries(of).map(([name, value]) => `${name} ${value || '(none)'}`);
  const until = resetsAt === undefined ? '' : `, until ${new Date(resetsAt).toISOString()}`;
  const state =
    used >= limit ? 'reached, calls are refused' : `${shown(used)} of ${shown(limit)} used`;
  const rule = `${text}${whose.length === 0 ? '' : ` (${whose.join(', ')})`}: ${state}${until}`;
  return { phase: 'budget', layer: 'rates', rule, path, verdict: 'info' };
}

/** Dollars with their cents. */
function shown(amount: number): string {
  return String(Math.round(amount * 100) / 100);
}
