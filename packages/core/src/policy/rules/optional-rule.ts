import type { PolicyWorld } from '../policy-world.ts';
import type { SelectorList } from '../selectors/selector-list.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import type { PermissionRule } from './permission-rule.ts';

/** A list in which an operator may name optional tools, and how the trace calls it. */
export interface Naming {
  readonly label: string;
  readonly list: SelectorList;
}

export interface OptionalParts {
  readonly world: PolicyWorld;
  /** Allow and alsoAllow lists in force, static tools, allowed toolkits. */
  readonly namings: readonly Naming[];
  /** Where a remedy would add it. */
  readonly path: string;
}

/** Phase 3: an optional tool is there only if an operator named it; no wildcard does. */
export function optionalRule({ world, namings, path }: OptionalParts): PermissionRule {
  const { index } = world;
  const named = ToolSet.union(
    index.size,
    namings.map(({ list }) => list.named),
  );
  return {
    phase: 'optional',
    layer: 'opt-in',
    blocked: index.sets.optional.difference(named),
    describe: (tool) => {
      if (!index.sets.optional.has(tool)) return { rule: 'the tool is not optional' };
      const naming = namings.find(({ list }) => list.named.has(tool));
      const entry = naming?.list.entryNaming(tool);
      return naming === undefined || entry === undefined
        ? { rule: 'registered optional, and no list names it' }
        : { rule: `named by ${naming.label} "${entry.text}"`, path: entry.path };
    },
    remedy: (tool) => `Add "${index.entryOf(tool).name}" to ${path}.`,
  };
}
