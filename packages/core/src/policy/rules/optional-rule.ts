import { foldName, type ToolEntry } from '@mortise/contracts';
import type { Naming } from '../selectors/naming.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { PermissionRule } from './permission-rule.ts';
import { allowRemedy } from './remedy-commands.ts';

export interface OptionalParts {
  readonly world: PolicyWorld;
  /** Allow and alsoAllow lists in force, static tools, allowed toolkits. */
  readonly namings: readonly Naming[];
  readonly agentId: string;
  /** Where an entry for it would stand. */
  readonly path: string;
}

/** Phase 3: an optional tool is there only if an operator named it; no wildcard does. */
export function optionalRule({ world, namings, agentId, path }: OptionalParts): PermissionRule {
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
        ? { rule: 'registered optional, and no list names it', path }
        : {
            rule: `named by ${naming.label} "${entry.text}"${othersNamed(entry.text, index.entryOf(tool))}`,
            path: entry.path,
          };
    },
    remedy: (tool) => allowRemedy(agentId, index.entryOf(tool).name),
  };
}

/** An entry that stands for many opts in tools that its writer may never have read of: those for owners, too. */
function othersNamed(text: string, { name, origin }: Pick<ToolEntry, 'name' | 'origin'>): string {
  if (text === name) return '';
  const folded = foldName(text);
  if (folded === 'group:plugins') return ', as all optional tools of extensions are';
  if (origin.kind !== 'extension' || folded === foldName(name)) return '';
  const { id } = origin;
  return folded === id || folded === `plugin:${id}` ? `, as all optional tools of ${id} are` : '';
}
