import {
  type AgentConfig,
  foldName,
  type HostConfig,
  hashOf,
  type ToolOrigin,
} from '@mortise/contracts';

/**
 * What of a configuration has no say in whether and how a call runs, so that an edit of it leaves approvals
 * alone. Everything else counts, keys that are added later too. Who may approve is asked when that is decided
 * and again when it is used; agents, extensions, servers, toolkits and loadouts count where they are those of the call.
 */
const UNDECISIVE: readonly (keyof HostConfig)[] = [
  ...(['revision', 'metadata', 'strict', 'limits', 'rates', 'retention', 'telemetry'] as const),
  ...(['audit', 'approvals', 'oauth', 'stateDir', 'state', 'serve'] as const),
  ...(['agents', 'extensions', 'mcpServers', 'toolkits', 'loadouts'] as const),
];
const UNDECISIVE_NAMES: ReadonlySet<string> = new Set(UNDECISIVE);

/** Hashes what a configuration says of calls of one agent to tools of one source. */
export class DecisivePolicy {
  readonly #known = new WeakMap<HostConfig, Map<string, string>>();

  hashOf(config: HostConfig, agentId: string, origin: ToolOrigin): string {
    const hashes = this.#known.get(config) ?? new Map<string, string>();
    this.#known.set(config, hashes);
    const key = JSON.stringify([agentId, origin]);
    const known = hashes.get(key);
    if (known !== undefined) return known;
    const line = lineOf(config, agentId);
    const shared = Object.entries(config).filter(([name]) => !UNDECISIVE_NAMES.has(name));
    const made = hashOf('policy', {
      shared: Object.fromEntries(shared),
      line: line.map(({ metadata: _, ...agent }) => agent),
      ...exposureOf(config, line),
      source: sourceOf(config, origin),
    });
    hashes.set(key, made);
    return made;
  }
}

/** The agent and those above it, whose policies it is held to as well. */
function lineOf({ agents }: HostConfig, agentId: string): readonly AgentConfig[] {
  const line: AgentConfig[] = [];
  const find = (id: string) => agents.find((each) => foldName(each.id) === foldName(id));
  let next = find(agentId);
  while (next !== undefined && !line.includes(next)) {
    line.push(next);
    next = next.parent === undefined ? undefined : find(next.parent.name);
  }
  return line;
}

/** Toolkits that one of the agents may load, and loadouts where one of them has any. */
function exposureOf({ toolkits, loadouts }: HostConfig, line: readonly AgentConfig[]) {
  const named = line.flatMap(({ allowedToolkits = [], initialToolkits = [] }) =>
    [...allowedToolkits, ...initialToolkits].map(({ name }) => name),
  );
  const hasLoadout = line.some(({ loadout }) => loadout !== undefined);
  return {
    toolkits: toolkits.filter(({ name }) => named.includes(name)),
    loadouts: hasLoadout ? loadouts : [],
  };
}

/** The settings of who brings the tool. An extension is named by its id or, before it was read, by its source. */
function sourceOf({ extensions, mcpServers }: HostConfig, origin: ToolOrigin): unknown {
  switch (origin.kind) {
    case 'core':
      return null;
    case 'extension':
      // One without an id in the file may be any: it counts for all.
      return extensions.filter(({ id }) => id === undefined || id === origin.id);
    case 'mcp':
      return mcpServers.filter(({ name }) => name === origin.server);
    default:
      return origin satisfies never;
  }
}
