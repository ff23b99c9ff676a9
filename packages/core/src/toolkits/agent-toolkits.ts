import {
  type AgentConfig,
  type ConfiguredTool,
  foldName,
  type HostConfig,
  type RegistrySnapshot,
  type ToolEntry,
  type ToolkitConfig,
  type WorkerScope,
} from '@mortise/contracts';
import type { CompiledLoadout } from '../loadouts/compiled-loadout.ts';
import type { HeldTools } from './merge-overrides.ts';

/** A toolkit as the resolver offers it to an agent. */
export interface OfferedToolkit {
  /** Exact: a model must spell it so. */
  readonly name: string;
  readonly description: string;
  /** `discoverable`: a plugin of the agent's loadout, loaded by the same rules (J-5). */
  readonly kind: 'configured' | 'discoverable';
  readonly tools: readonly ConfiguredTool[];
  /** The tools that may be shown to the model. */
  readonly permittedNames: readonly string[];
  /** Loaded from the start; the agent cannot unload it. */
  readonly isInitial: boolean;
}

export interface AgentToolkit extends OfferedToolkit {
  /** Tools that must be shared, where the agent's workers are isolated. */
  readonly sharedOnlyTools: readonly string[];
}

/** What one agent can do with toolkits under one configuration and registry. */
export interface AgentToolkits {
  readonly agentId: string;
  readonly workerScope: WorkerScope;
  /** Configured ones in the order of `allowed_toolkits`, then discoverable ones. */
  readonly offered: readonly AgentToolkit[];
  /** What the agent holds without any toolkit. */
  readonly held: HeldTools;
  find(name: string): AgentToolkit | undefined;
  /** Whether the configuration defines the name, whoever may use it. */
  isKnown(name: string): boolean;
  /** Whether the agent's loadout would offer a plugin of this name if it were there. */
  isAwaited(name: string): boolean;
}

export interface AgentToolkitsParts {
  readonly config: HostConfig;
  readonly snapshot: RegistrySnapshot;
  readonly agentId: string;
  /** What the resolver compiled for this agent. */
  readonly policy: { readonly toolkits: readonly OfferedToolkit[]; readonly held: HeldTools };
  readonly loadout?: CompiledLoadout | undefined;
}

/** Puts together what an agent may load. */
export function agentToolkits(parts: AgentToolkitsParts): AgentToolkits {
  const { config, snapshot, agentId, policy, loadout } = parts;
  const workerScope = workerScopeOf(
    config,
    config.agents.find((agent) => agent.id === agentId),
  );
  const sharedOnly = sharedOnlyNames(snapshot, workerScope);
  const offered = policy.toolkits.map((toolkit) => ({
    ...toolkit,
    sharedOnlyTools: toolkit.tools
      .map((tool) => tool.name)
      .filter((name) => sharedOnly.has(foldName(name))),
  }));
  const byName = new Map(offered.map((toolkit) => [toolkit.name, toolkit]));
  const configured = new Set(config.toolkits.map((toolkit) => toolkit.name));
  return {
    agentId,
    workerScope,
    offered,
    held: policy.held,
    find: (name) => byName.get(name),
    isKnown: (name) => configured.has(name),
    isAwaited: (name) => loadout?.isDiscoverable({ name }) === true,
  };
}

export function workerScopeOf(
  config: Pick<HostConfig, 'defaults'>,
  agent: Pick<AgentConfig, 'workerScope'> | undefined,
): WorkerScope {
  return agent?.workerScope ?? config.defaults.workerScope ?? 'shared';
}

/** Folded names and aliases of tools that may not run in this scope (M-6). */
export function sharedOnlyNames(
  snapshot: RegistrySnapshot,
  workerScope: WorkerScope,
): ReadonlySet<string> {
  if (workerScope === 'shared') return new Set();
  return new Set(snapshot.entries.filter((entry) => entry.isSharedOnly).flatMap(foldedNamesOf));
}

export function foldedNamesOf(entry: ToolEntry): readonly string[] {
  return [entry.name, ...entry.aliases].map(foldName);
}

/** A reference of the configuration to a toolkit; names are exact there too. */
export function findToolkit(config: HostConfig, name: string): ToolkitConfig | undefined {
  return config.toolkits.find((toolkit) => toolkit.name === name);
}
