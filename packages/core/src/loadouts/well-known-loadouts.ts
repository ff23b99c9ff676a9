import { TOOL_CATEGORIES, type ToolLoadout } from '@mortise/contracts';
import { createLoadout } from './tool-loadout.ts';

/** The five loadouts every host has. */
export const WELL_KNOWN_LOADOUTS: readonly ToolLoadout[] = Object.freeze([
  createLoadout({
    name: 'minimal',
    includedCategories: ['Filesystem', 'Shell'],
    defaultPlugins: ['think'],
    discoverablePatterns: ['*'],
  }),
  createLoadout({
    name: 'developer',
    parent: 'minimal',
    includedCategories: ['Git', 'GitHub', 'Search', 'Analysis', 'Memory'],
    discoverablePatterns: ['docker*', 'mcp*'],
  }),
  createLoadout({
    name: 'research',
    parent: 'minimal',
    includedCategories: ['Search', 'Web', 'Memory', 'Multimodal'],
  }),
  createLoadout({
    name: 'devops',
    parent: 'minimal',
    includedCategories: ['Git', 'Network', 'Scheduling'],
    discoverablePatterns: ['docker*', 'kube*', 'terraform*'],
  }),
  createLoadout({ name: 'full', includedCategories: TOOL_CATEGORIES }),
]);
