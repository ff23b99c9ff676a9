import { ToolSet } from '../selectors/tool-set.ts';
import type { Exposure } from './exposure.ts';
import type { ToolOverrides } from './merge-overrides.ts';

/** What is permitted and exposed. */
export interface ExposedTools {
  /** In the order of the surface. */
  readonly order: readonly number[];
  has(tool: number): boolean;
  /** `undefined` for a tool that the configuration says nothing to. */
  overridesOf(tool: number): ToolOverrides | undefined;
}

/** The first to expose a tool gives it its place and its overrides. */
export function collectExposed(permitted: ToolSet, exposures: readonly Exposure[]): ExposedTools {
  const order: number[] = [];
  const overrides = new Map<number, ToolOverrides>();
  const listed = new Set<number>();
  const shared: ToolSet[] = [];
  const has = (tool: number) => listed.has(tool) || shared.some((set) => set.has(tool));
  for (const exposure of exposures) {
    const fresh = [...exposure.tools].filter((tool) => permitted.has(tool) && !has(tool));
    order.push(...fresh);
    // Whole sets are asked by their bits: a surface may have ten thousand tools of one reason.
    if (exposure.tools instanceof ToolSet) shared.push(exposure.tools.intersection(permitted));
    else for (const tool of fresh) listed.add(tool);
    if (Object.keys(exposure.overrides).length === 0) continue;
    for (const tool of fresh) overrides.set(tool, exposure.overrides);
  }
  return { order, has, overridesOf: (tool) => overrides.get(tool) };
}
