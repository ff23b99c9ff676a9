import {
  type AgentConfig,
  foldName,
  type HostConfig,
  type NamedSelectors,
  type ToolkitConfig,
} from '@mortise/contracts';
import { BUILTIN_PROFILES } from '../builtin-profiles.ts';

/** The named parts of one configuration. Maps only: names come from outside. */
export class ConfigIndex {
  readonly config: HostConfig;
  readonly #agents: ReadonlyMap<string, AgentConfig>;
  readonly #toolkits: ReadonlyMap<string, ToolkitConfig>;
  readonly #profiles: ReadonlyMap<string, NamedSelectors>;
  readonly #groups: ReadonlyMap<string, NamedSelectors>;
  readonly #extensionIds: ReadonlySet<string>;
  readonly #servers: ReadonlySet<string>;

  constructor(config: HostConfig) {
    this.config = config;
    this.#agents = new Map(config.agents.map((agent) => [agent.id, agent]));
    this.#toolkits = new Map(config.toolkits.map((toolkit) => [toolkit.name, toolkit]));
    this.#profiles = byFoldedName([...BUILTIN_PROFILES, ...config.profiles]);
    this.#groups = byFoldedName(config.groups);
    this.#extensionIds = new Set(config.extensions.flatMap(({ id }) => (id ? foldName(id) : [])));
    this.#servers = new Set(config.mcpServers.map(({ name }) => foldName(name)));
  }

  agent(id: string): AgentConfig | undefined {
    return this.#agents.get(id);
  }

  toolkit(name: string): ToolkitConfig | undefined {
    return this.#toolkits.get(name);
  }

  profile(name: string): NamedSelectors | undefined {
    return this.#profiles.get(foldName(name.trim()));
  }

  /** By folded name without `group:`. */
  group(folded: string): NamedSelectors | undefined {
    return this.#groups.get(folded);
  }

  groups(): Iterable<NamedSelectors> {
    return this.#groups.values();
  }

  /** An extension counts as known while it is down, failed or switched off. */
  isExtensionId(folded: string): boolean {
    return this.#extensionIds.has(folded);
  }

  isServer(folded: string): boolean {
    return this.#servers.has(folded);
  }
}

const GROUP_PREFIX = 'group:';

/** The name of a group as selectors ask for it, whichever way it was written. */
export function groupNameOf(name: string): string {
  const folded = foldName(name.trim());
  return folded.startsWith(GROUP_PREFIX) ? folded.slice(GROUP_PREFIX.length).trim() : folded;
}

function byFoldedName(list: readonly NamedSelectors[]): ReadonlyMap<string, NamedSelectors> {
  return new Map(list.map((each) => [groupNameOf(each.name), each]));
}
