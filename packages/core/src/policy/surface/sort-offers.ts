import { bareName, entryKind, type ToolEntry, type ToolSurface } from '@mortise/contracts';
import { isTemplate } from '../selectors/resource-index.ts';

type OfferLists = Pick<ToolSurface, 'active' | 'prompts' | 'resources' | 'resourceTemplates'>;

/** Parts what is offered by what it is, each part in its order. */
export function sortOffers(entries: readonly ToolEntry[]): OfferLists {
  const byList = Map.groupBy(entries, listOf);
  const list = (name: keyof OfferLists) => Object.freeze(byList.get(name) ?? []);
  return {
    active: list('active'),
    prompts: list('prompts'),
    resources: list('resources'),
    resourceTemplates: list('resourceTemplates'),
  };
}

function listOf({ name }: ToolEntry): keyof OfferLists {
  const kind = entryKind(name);
  if (kind === 'tool') return 'active';
  if (kind === 'prompt') return 'prompts';
  return isTemplate(bareName(name)) ? 'resourceTemplates' : 'resources';
}
