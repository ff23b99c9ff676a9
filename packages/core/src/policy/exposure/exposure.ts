import { ToolSet } from '../selectors/tool-set.ts';
import { once } from '../world/once.ts';
import type { ToolOverrides } from './merge-overrides.ts';

/** One reason for tools to stand in front of the model. */
export interface Exposure {
  /** A set where many tools share a reason, a list where the order or the overrides are their own. */
  readonly tools: ToolSet | readonly number[];
  /** As `ToolSurface.sourcesOf` shows it. */
  readonly source: string;
  readonly path?: string;
  readonly overrides: ToolOverrides;
}

/** Of a tool without overrides in the configuration. */
export const NO_OVERRIDES: ToolOverrides = Object.freeze({});

/** Finds what exposes a tool, in the order given; built when first asked. */
export function exposureLookup(
  exposures: readonly Exposure[],
): (tool: number) => readonly Exposure[] {
  const sorted = once(() => sortExposures(exposures));
  return (tool) => {
    const { sets, lists } = sorted();
    const places = [
      ...sets.filter((at) => contains(exposures[at], tool)),
      ...(lists.get(tool) ?? []),
    ];
    return places.sort((a, b) => a - b).flatMap((at) => exposures[at] ?? []);
  };
}

/** Places in the list: sets are asked one by one, lists are turned around once. */
function sortExposures(exposures: readonly Exposure[]) {
  const sets: number[] = [];
  const lists = new Map<number, number[]>();
  for (const [at, { tools }] of exposures.entries()) {
    if (tools instanceof ToolSet) {
      sets.push(at);
      continue;
    }
    for (const tool of tools) {
      const places = lists.get(tool);
      if (places === undefined) lists.set(tool, [at]);
      else places.push(at);
    }
  }
  return { sets, lists };
}

function contains(exposure: Exposure | undefined, tool: number): boolean {
  return exposure?.tools instanceof ToolSet && exposure.tools.has(tool);
}
