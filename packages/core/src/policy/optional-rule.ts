import type { ConfigSelector } from '@mortise/contracts';
import type { PermissionRule } from './permission-rule.ts';
import type { PolicyWorld } from './policy-world.ts';
import type { SelectorList } from './selector-list.ts';

export interface OptionalParts {
  readonly world: PolicyWorld;
  /** Everywhere an operator can name an optional tool: allow and alsoAllow lists, static tools, allowed toolkits. */
  readonly namings: readonly { readonly label: string; readonly list: SelectorList }[];
  /** Where a remedy would add it. */
  readonly path: string;
}

/** Phase 3: an optional tool is there only if an operator named it; no wildcard does (F-3). */
export function optionalRule({ world, namings, path }: OptionalParts): PermissionRule {
  const entryOf = (tool: number) => world.index.entryOf(tool);
  const isNamed = (tool: number) => namings.some(({ list }) => list.names(tool));
  const naming = (tool: number): { label: string; entry: ConfigSelector } | undefined => {
    for (const { label, list } of namings) {
      const entry = list.names(tool) ? list.entryNaming(tool) : undefined;
      if (entry !== undefined) return { label, entry };
    }
    return undefined;
  };
  return {
    phase: 'optional',
    layer: 'opt-in',
    blocks: (tool) => entryOf(tool).isOptional && !isNamed(tool),
    describe: (tool) => {
      if (!entryOf(tool).isOptional) return { rule: 'the tool is not optional' };
      const found = naming(tool);
      return found === undefined
        ? { rule: 'registered optional, and no list names it' }
        : { rule: `named by ${found.label} "${found.entry.text}"`, path: found.entry.path };
    },
    remedy: (tool) => `Add "${entryOf(tool).name}" to ${path}.alsoAllow.`,
  };
}
