import {
  type AgentConfig,
  foldName,
  type HostConfig,
  type NamedSelectors,
  type ToolkitConfig,
} from '@mortise/contracts';
import { BUILTIN_PROFILES } from './builtin-profiles.ts';
import { parseSelector } from './parse-selector.ts';

/** The named parts of one configuration. Maps only: names come from outside. */
export class ConfigIndex {
  readonly config: HostConfig;
  readonly #agents: ReadonlyMap<string, AgentConfig>;
  readonly #agentsByFoldedId: ReadonlyMap<string, AgentConfig>;
  readonly #toolkits: ReadonlyMap<string, ToolkitConfig>;
  readonly #profiles: ReadonlyMap<string, NamedSelectors>;
  readonly #groups: ReadonlyMap<string, NamedSelectors>;
  readonly #extensionIds: ReadonlySet<string>;
  readonly #servers: ReadonlySet<string>;

  constructor(config: HostConfig) {
    this.config = config;
    this.#agents = new Map(config.agents.map((agent) => [agent.id, agent]));
    this.#agentsByFoldedId = new Map(config.agents.map((agent) => [foldName(agent.id), agent]));
    this.#toolkits = new Map(config.toolkits.map((toolkit) => [toolkit.name, toolkit]));
    const profiles = [...BUILTIN_PROFILES, ...config.profiles];
    this.#profiles = new Map(profiles.map((each) => [foldName(each.name.trim()), each]));
    this.#groups = new Map(config.groups.map((each) => [groupNameOf(each.name), each]));
    this.#extensionIds = new Set(config.extensions.flatMap(({ id }) => (id ? foldName(id) : [])));
    this.#servers = new Set(config.mcpServers.map(({ name }) => foldName(name)));
  }

  agent(id: string): AgentConfig | undefined {
    return this.#agents.get(id);
  }

  /** The agent that another one names as its parent: a reference of the configuration, so it folds. */
  parentOf({ parent }: AgentConfig): AgentConfig | undefined {
    return parent && this.#agentsByFoldedId.get(foldName(parent.name.trim()));
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

/** The name of a group as selectors ask for it, whichever way it was written. */
export function groupNameOf(name: string): string {
  const selector = parseSelector(name);
  return selector.kind === 'group' ? selector.name : foldName(name.trim());
}
