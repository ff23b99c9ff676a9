import type { RuleTable } from '../rule.ts';

/** Named selections of plugins that an agent starts with. */
export const LOADOUTS = {
  'J-1': {
    title: 'A loadout',
    from: 'JD.AI',
    status: 'built',
    says: [
      '`{ name, parent?, defaultPlugins, includedCategories, discoverablePatterns, disabledPlugins }`, immutable: one that was built never changes with its builder.',
      'There are 13 categories, and a map from the 32 plugin names of the reference to categories that extensions extend through their manifest.',
      'The unit it selects is a _plugin_: an extension by its id, a core tool by its toolset or, without one, by its own name. A category given on a tool or in a manifest wins over the map.',
    ],
  },
  'J-2': {
    title: 'Built-in loadouts',
    from: 'JD.AI',
    status: 'built',
    says: [
      '`minimal`, `developer`, `research`, `devops` and `full`, as in the reference. Registering the same name overwrites within a trust layer; a project file may not shadow a built-in without `override: true`.',
    ],
  },
  'J-3': {
    title: 'Builder',
    from: 'JD.AI',
    status: 'built',
    says: [
      '`create`, `extends`, `includeCategory`, `addPlugin`, `addDiscoverable`, `disable`, `build`.',
    ],
  },
  'J-4': {
    title: 'Resolution',
    from: 'JD.AI',
    status: 'built',
    says: [
      '`resolveActivePlugins`, `resolveDiscoverablePlugins`, `getLoadout`, `getAll`. The chain is merged root first: active = named or in an included category, minus disabled at any level; discoverable = not active, not disabled, and matched by `exact`, `prefix*` or `*`.',
      'A cycle is cut at the first revisit, an unknown parent ends the chain, an unknown loadout gives nothing. Each is a diagnostic, an error of `validate` and of strict mode, and stops nothing else.',
    ],
  },
  'J-5': {
    title: 'Discovery',
    from: 'JD.AI',
    status: 'built',
    says: [
      '`capability_list` lists the active extensions and tools of an agent and what is discoverable.',
      'A discoverable extension is an implicit toolkit: `list_toolkits` shows it and `load_tools` loads it, by the same rules.',
    ],
  },
  'J-6': {
    title: 'Subagents',
    from: 'JD.AI',
    status: 'built',
    says: [
      'Explore → `research`, Task → `minimal`, Plan → `developer`, Review → `developer`, General → `full`. A child never gets more than its parent is permitted.',
    ],
  },
  'J-7': {
    title: 'Sources and scale',
    from: 'JD.AI',
    status: 'built',
    says: [
      'Loadouts come from code, YAML or the configuration.',
      'Resolution, listing and search stay fast with 10,000 tools and 1,000 agents.',
    ],
  },
} as const satisfies RuleTable;
