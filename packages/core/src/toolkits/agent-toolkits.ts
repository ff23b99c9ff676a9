import {
  type ConfiguredTool,
  foldName,
  type RegistrySnapshot,
  WORKER_SCOPES,
  type WorkerScope,
} from '@mortise/contracts';
import type { CompiledToolkit } from '../policy/exposure/compiled-toolkit.ts';
import type { HeldTools } from '../policy/exposure/merge-overrides.ts';
import type { CompiledPolicy } from '../policy/surface/compile-policy.ts';
import { workerScopeOf } from '../policy/world/worker-scope-of.ts';

/** A toolkit that an agent may load. Its name is exact: a model must spell it so. */
export interface AgentToolkit extends CompiledToolkit {
  /** Its place in the order toolkits are offered in. */
  readonly position: number;
  /** The tools of it that the agent may use; the others are as good as absent. */
  readonly permittedTools: readonly ConfiguredTool[];
  /** Tools that must be shared, where the agent's workers are isolated. */
  readonly sharedOnlyTools: readonly string[];
}

/** What one agent can do with toolkits under one configuration and registry. */
export interface AgentToolkits {
  readonly agentId: string;
  readonly workerScope: WorkerScope;
  /** Configured ones in the order of `allowed_toolkits`, then discoverable ones. */
  readonly offered: readonly AgentToolkit[];
  /** Those of them that are loaded from the start. */
  readonly initial: readonly AgentToolkit[];
  /** What the agent holds without any toolkit. */
  readonly held: HeldTools;
  find(name: string): AgentToolkit | undefined;
  /** Whether the configuration defines the name, for this agent or another. */
  isKnown(name: string): boolean;
  /** Whether the agent's loadout would offer a plugin of this name if it were there. */
  isAwaited(name: string): boolean;
}

/** Puts together what an agent may load from what the resolver compiled for it. */
export function agentToolkits(policy: CompiledPolicy): AgentToolkits {
  const { config, snapshot, loadouts } = policy.world.inputs;
  const workerScope = workerScopeOf(config, policy.agent);
  const sharedOnly = sharedOnlyNames(snapshot, workerScope);
  const offered = policy
    .toolkits()
    .map((toolkit) => scopeToolkit(toolkit, policy.permitted, sharedOnly))
    .filter((toolkit) => toolkit.kind === 'configured' || toolkit.permittedTools.length > 0)
    .map((toolkit, position) => ({ ...toolkit, position }));
  const byName = new Map(offered.map((toolkit) => [toolkit.name, toolkit]));
  const configured = new Set(config.toolkits.map((toolkit) => toolkit.name));
  const loadout = policy.agent.loadout && loadouts.compile(policy.agent.loadout.name);
  return {
    agentId: policy.agentId,
    workerScope,
    offered,
    initial: offered.filter((toolkit) => toolkit.isInitial),
    held: policy.held(),
    find: (name) => byName.get(name),
    isKnown: (name) => configured.has(name),
    isAwaited: (name) => loadout?.isDiscoverable({ name }) === true,
  };
}

/** Folded names of tools that may not run in this scope. */
export function sharedOnlyNames(
  snapshot: RegistrySnapshot,
  workerScope: WorkerScope,
): ReadonlySet<string> {
  if (!WORKER_SCOPES[workerScope].perUser) return new Set();
  const sharedOnly = snapshot.entries.filter((entry) => entry.sharedOnly);
  return new Set(sharedOnly.map((entry) => foldName(entry.name)));
}

function scopeToolkit(
  toolkit: CompiledToolkit,
  permitted: ReadonlySet<string>,
  sharedOnly: ReadonlySet<string>,
): Omit<AgentToolkit, 'position'> {
  const names = toolkit.tools.map((tool) => tool.name);
  return {
    ...toolkit,
    permittedTools: toolkit.tools.filter((tool) => permitted.has(tool.name)),
    // A plugin that the loadout merely offers is offered without what cannot run here.
    sharedOnlyTools:
      toolkit.kind === 'configured' ? names.filter((name) => sharedOnly.has(foldName(name))) : [],
  };
}
