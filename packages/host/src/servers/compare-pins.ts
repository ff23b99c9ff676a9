import { canonicalJson, hashOf } from '@mortise/contracts';
import type { PinnedTool } from '@mortise/loader';

/** One tool that a server offers otherwise than it was approved. */
export interface PinChange {
  readonly kind: 'added' | 'changed' | 'removed';
  /** What the server calls it. */
  readonly tool: string;
  readonly before?: PinnedTool;
  readonly after?: PinnedTool;
}

export interface PinComparison {
  /** What agents get: the approved definitions of the tools that are still there. */
  readonly inForce: readonly PinnedTool[];
  /** What waits for an operator, by name. */
  readonly changes: readonly PinChange[];
}

/**
 * Compares what a server offers with what was approved. A definition that is new or not the approved one
 * waits; the approved one goes on as long as the server has a tool of that name.
 */
export function comparePins(
  pinned: readonly PinnedTool[],
  offered: readonly PinnedTool[],
): PinComparison {
  const before = new Map(pinned.map((tool) => [tool.name, tool]));
  const after = new Map(offered.map((tool) => [tool.name, tool]));
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changes = names.flatMap((tool): readonly PinChange[] => {
    const [old, now] = [before.get(tool), after.get(tool)];
    if (old === undefined) return now === undefined ? [] : [{ kind: 'added', tool, after: now }];
    if (now === undefined) return [{ kind: 'removed', tool, before: old }];
    if (canonicalJson(old) === canonicalJson(now)) return [];
    return [{ kind: 'changed', tool, before: old, after: now }];
  });
  return { inForce: pinned.filter(({ name }) => after.has(name)), changes };
}

/** What an approval is bound to: the server, and all that it offers. */
export function offerHash(server: string, offered: readonly PinnedTool[]): string {
  return hashOf('offer', { server, tools: sortTools(offered) });
}

/** In one order, so that version control shows what changed and no more. */
export function sortTools(tools: readonly PinnedTool[]): readonly PinnedTool[] {
  return tools.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
