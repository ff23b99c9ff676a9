import { entryKind, foldName, type RegistrySnapshot, type ToolSurface } from '@mortise/contracts';
import { pluginOf } from '../loadouts/plugin-unit.ts';

/** A plugin with those of its tools that are in one state. */
export interface ListedPlugin {
  readonly plugin: string;
  readonly kind: 'core' | 'extension' | 'mcp';
  readonly tools: readonly string[];
}

/** What `capability_list` answers. */
export interface CapabilityListing {
  readonly status: 'ok';
  /** Can be called in this request. */
  readonly active: readonly ListedPlugin[];
  /** In a toolkit that `load_tools` would load. */
  readonly loadable: readonly ListedPlugin[];
  /** A plugin that `load_tools` would load by its own name. */
  readonly discoverable: readonly ListedPlugin[];
  /** Plugins left out because there are too many; search for less. */
  readonly omitted?: number;
}

/** What to list, and of which request. */
export interface CapabilityQuestion {
  readonly surface: ToolSurface;
  readonly snapshot: RegistrySnapshot;
  /** Part of the name of a plugin or a tool. */
  readonly search?: string | undefined;
}

/** A listing must fit into one result, whatever is installed. */
const MOST_PLUGINS = 200;

const SHOWN_STATES = ['active', 'loadable', 'discoverable'] as const;
type ShownState = (typeof SHOWN_STATES)[number];

/** Reads the surface of the request and nothing else: what it denies or hides cannot appear. */
export function listCapabilities(question: CapabilityQuestion): CapabilityListing {
  const groups = groupByState(question);
  let room = MOST_PLUGINS;
  let omitted = 0;
  const take = (state: ShownState) => {
    const all = [...groups[state].values()];
    const shown = all.slice(0, room);
    room -= shown.length;
    omitted += all.length - shown.length;
    return shown;
  };
  const [active, loadable, discoverable] = SHOWN_STATES.map(take);
  return {
    status: 'ok',
    active: active ?? [],
    loadable: loadable ?? [],
    discoverable: discoverable ?? [],
    ...(omitted === 0 ? {} : { omitted }),
  };
}

type PluginGroups = Map<string, ListedPlugin & { readonly tools: string[] }>;

function groupByState({ surface, snapshot, search }: CapabilityQuestion) {
  const groups: Record<ShownState, PluginGroups> = {
    active: new Map(),
    loadable: new Map(),
    discoverable: new Map(),
  };
  const wanted = foldName(search?.trim() ?? '');
  for (const entry of snapshot.entries) {
    if (entryKind(entry.name) !== 'tool') continue;
    const state = SHOWN_STATES.find((each) => each === surface.stateOf(entry.name));
    if (state === undefined) continue;
    const plugin = pluginOf(entry).name;
    if (![plugin, entry.name].some((name) => foldName(name).includes(wanted))) continue;
    const group = groups[state].get(plugin) ?? { plugin, kind: entry.origin.kind, tools: [] };
    group.tools.push(entry.name);
    groups[state].set(plugin, group);
  }
  return groups;
}
