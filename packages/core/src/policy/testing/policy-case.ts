import type {
  AgentConfig,
  ConfigSelector,
  ConfiguredTool,
  HostConfig,
  JsonValue,
  NamedSelectors,
  RegistrySnapshot,
  SurfaceRequest,
  ToolEntry,
  ToolLoadout,
  ToolOrigin,
  ToolPolicy,
} from '@mortise/contracts';
import { loadoutsOfConfig } from '../../loadouts/loadouts-of-config.ts';
import { createLoadout } from '../../loadouts/tool-loadout.ts';
import { admitTools } from '../../registry/admit-tools.ts';
import type { PolicyQuestion } from '../policy-change.ts';

/** A tool in short: `read`, or with what matters about it. */
export type CaseTool =
  | string
  | (Partial<Omit<ToolEntry, 'origin'>> & {
      readonly name: string;
      readonly plugin?: string;
      readonly server?: string;
      readonly optional?: boolean;
    });

export interface CaseLists {
  readonly profile?: string;
  readonly allow?: readonly string[];
  readonly alsoAllow?: readonly string[];
  readonly deny?: readonly string[];
}

export interface CasePolicy extends CaseLists {
  readonly byProvider?: ReadonlyMap<string, CaseLists>;
  readonly sandbox?: CaseLists;
}

export type CaseConfiguredTool = string | readonly [string, { readonly [key: string]: JsonValue }];

export interface CaseAgent {
  readonly policy?: CasePolicy;
  readonly tools?: readonly CaseConfiguredTool[];
  readonly toolkits?: readonly string[];
  readonly initial?: readonly string[];
  readonly loadout?: string;
  readonly toolset?: readonly string[];
  readonly plugins?: readonly string[];
  readonly mcpServers?: readonly string[];
  readonly scope?: AgentConfig['workerScope'];
  readonly parent?: string;
  readonly budget?: number;
}

export interface PolicyCase {
  readonly tools: readonly CaseTool[];
  readonly policy?: CasePolicy;
  /** Agent `a` unless the request says otherwise. */
  readonly agent?: CaseAgent;
  readonly agents?: ReadonlyMap<string, CaseAgent>;
  readonly defaults?: readonly CaseConfiguredTool[];
  readonly toolkits?: ReadonlyMap<string, readonly CaseConfiguredTool[]>;
  readonly loadouts?: readonly (Partial<ToolLoadout> & { readonly name: string })[];
  readonly profiles?: ReadonlyMap<string, readonly string[]>;
  readonly groups?: ReadonlyMap<string, readonly string[]>;
  readonly extensions?: ReadonlyMap<string, { readonly enabled: boolean }>;
  /** Extensions that are not loaded, with the names that the lock file pins for them. */
  readonly known?: ReadonlyMap<string, readonly string[]>;
  readonly strict?: boolean;
  readonly request?: Partial<SurfaceRequest>;
}

/** Real inputs of a resolver from a case in short; the registry's own admission decides names. */
export function questionOf(given: PolicyCase): PolicyQuestion {
  const config = configOf(given);
  const { loadouts } = loadoutsOfConfig(config);
  return {
    inputs: { snapshot: snapshotOf(given.tools, 1, given.known), config, loadouts },
    request: { agentId: 'a', loadedToolkits: [], hasSession: false, ...given.request },
  };
}

/** Extensions stand in the order in which they are first named; `known` ones are not loaded. */
export function snapshotOf(
  tools: readonly CaseTool[],
  revision = 1,
  known?: ReadonlyMap<string, readonly string[]>,
): RegistrySnapshot {
  const named = tools.map((tool) => (typeof tool === 'string' ? { name: tool } : tool));
  const ids = [
    ...new Set([...named.flatMap(({ plugin }) => plugin ?? []), ...(known?.keys() ?? [])]),
  ];
  const places = ids.map((id, order) => ({ id, order, toolNames: known?.get(id) ?? [] }));
  return Object.freeze({ revision, ...admitTools(named.map(entryOf), places) });
}

function entryOf(tool: Exclude<CaseTool, string>): ToolEntry {
  const { plugin, server, optional, ...rest } = tool;
  return Object.freeze({
    description: `Does ${tool.name}.`,
    schema: { type: 'object' },
    aliases: [],
    isOptional: optional === true,
    ...rest,
    origin: originOf(plugin, server),
  });
}

function originOf(plugin: string | undefined, server: string | undefined): ToolOrigin {
  if (server !== undefined) return { kind: 'mcp', server };
  return plugin === undefined ? { kind: 'core' } : { kind: 'extension', id: plugin };
}

export function configOf(given: Omit<PolicyCase, 'tools' | 'request'>): HostConfig {
  const agents = new Map(given.agents);
  if (given.agent !== undefined) agents.set('a', given.agent);
  return {
    revision: 1,
    policy: policyOf(given.policy, 'tools'),
    agents: Array.from(agents, ([id, agent]) => agentOf(id, agent)),
    defaults:
      given.defaults === undefined ? {} : { tools: configuredOf(given.defaults, 'defaults.tools') },
    toolkits: Array.from(given.toolkits ?? [], ([name, tools]) => ({
      name,
      description: `About ${name}.`,
      tools: configuredOf(tools, `toolkits.${name}.tools`),
      path: `toolkits.${name}`,
    })),
    loadouts: (given.loadouts ?? []).map((parts, at) => ({
      loadout: createLoadout(parts),
      path: `loadouts[${at}]`,
      override: false,
    })),
    profiles: namedOf(given.profiles, 'profiles'),
    groups: namedOf(given.groups, 'groups'),
    extensions: Array.from(given.extensions ?? [], ([id, { enabled }]) => ({
      id,
      source: `./${id}`,
      enabled,
      path: `extensions.${id}`,
    })),
    mcpServers: [],
    strict: given.strict === true,
    metadata: {},
  };
}

function agentOf(id: string, agent: CaseAgent): AgentConfig {
  const path = `agents.${id}`;
  const referencesOf = (names: readonly string[] | undefined, key: string) =>
    names?.map((name, at) => ({ name, path: `${path}.${key}[${at}]` }));
  return withoutAbsent({
    id,
    path,
    policy: policyOf(agent.policy, `${path}.tools`),
    tools: agent.tools && configuredOf(agent.tools, `${path}.tools`),
    allowedToolkits: referencesOf(agent.toolkits, 'allowed_toolkits'),
    initialToolkits: referencesOf(agent.initial, 'initial_toolkits'),
    loadout:
      agent.loadout === undefined ? undefined : { name: agent.loadout, path: `${path}.loadout` },
    toolset: agent.toolset && selectorsOf(agent.toolset, `${path}.toolset`),
    plugins: agent.plugins && selectorsOf(agent.plugins, `${path}.plugins`),
    mcpServers: agent.mcpServers && selectorsOf(agent.mcpServers, `${path}.mcp_servers`),
    workerScope: agent.scope,
    parent: agent.parent === undefined ? undefined : { name: agent.parent, path: `${path}.parent` },
    toolTokenBudget: agent.budget,
    metadata: {},
  });
}

function policyOf(policy: CasePolicy | undefined, path: string): ToolPolicy {
  const { byProvider, sandbox, ...lists } = policy ?? {};
  return withoutAbsent({
    ...layerOf(lists, path),
    byProvider: Array.from(byProvider ?? [], ([key, each]) => ({
      key,
      ...layerOf(each, `${path}.byProvider.${key}`),
    })),
    sandbox: sandbox && layerOf(sandbox, `${path}.sandbox.tools`),
  });
}

function layerOf({ profile, allow, alsoAllow, deny }: CaseLists, path: string) {
  return withoutAbsent({
    path,
    profile: profile === undefined ? undefined : { name: profile, path: `${path}.profile` },
    allow: allow && selectorsOf(allow, `${path}.allow`),
    alsoAllow: alsoAllow && selectorsOf(alsoAllow, `${path}.alsoAllow`),
    deny: deny && selectorsOf(deny, `${path}.deny`),
  });
}

function selectorsOf(texts: readonly string[], path: string): readonly ConfigSelector[] {
  return texts.map((text, at) => ({ text: text.trim(), path: `${path}[${at}]` }));
}

function namedOf(
  lists: ReadonlyMap<string, readonly string[]> | undefined,
  path: string,
): readonly NamedSelectors[] {
  return Array.from(lists ?? [], ([name, texts]) => ({
    name,
    selectors: selectorsOf(texts, `${path}.${name}`),
    path: `${path}.${name}`,
  }));
}

function configuredOf(
  tools: readonly CaseConfiguredTool[],
  path: string,
): readonly ConfiguredTool[] {
  return tools.map((tool, at) => {
    const [name, overrides] = typeof tool === 'string' ? [tool, {}] : tool;
    return { name, overrides, path: `${path}[${at}].${name}` };
  });
}

type Present<Parts> = { [Key in keyof Parts]: Exclude<Parts[Key], undefined> };

// Beside the check: what is `undefined` is not there, and nothing else changes.
function withoutAbsent<Parts extends object>(parts: Parts): Present<Parts> {
  const present = Object.entries(parts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Present<Parts>;
}
