import type { ToolEntry } from '@mortise/contracts';
import type { MeasureTokens } from './estimate-tokens.ts';

export interface BudgetCandidate {
  readonly tool: number;
  readonly entry: ToolEntry;
  /** Control-plane tools cost, but stay. */
  readonly isKept: boolean;
}

export interface BudgetFit {
  readonly total: number;
  readonly dropped: ReadonlySet<number>;
}

/**
 * Phase 8: drops from the end of the list until the rest fits. The order is the operator's: what
 * is declared first is worth most. Nothing that stands later outlives what stands before it.
 */
export function fitBudget(
  candidates: readonly BudgetCandidate[],
  limit: number,
  measure: MeasureTokens,
): BudgetFit {
  const costs = candidates.map(({ entry }) => measure(entry));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const dropped = new Set<number>();
  let spent = total;
  for (let at = candidates.length - 1; at >= 0 && spent > limit; at -= 1) {
    const candidate = candidates[at];
    if (candidate === undefined || candidate.isKept) continue;
    dropped.add(candidate.tool);
    spent -= costs[at] ?? 0;
  }
  return { total, dropped };
}
