import {
  type Diagnostic,
  didYouMean,
  type HostConfig,
  MortiseError,
  type RegistrySnapshot,
  type ToolEntry,
  type ToolExplanation,
} from '@mortise/contracts';
import {
  type ChangePreview,
  createSurfaceResolver,
  loadoutsOfConfig,
  type PolicyInputs,
  type RegistryChange,
  type SelectedTools,
} from '@mortise/core';
import type { ConfigPlace } from '../config/config-document.ts';
import type { ProposedChange } from './access-control.ts';
import { checkAccess } from './check-access.ts';

/** All that decisions are made from, as plain data. */
export interface PolicyFacts {
  readonly config: HostConfig;
  readonly snapshot: RegistrySnapshot;
  /** Names of tools and ids of extensions that are down. */
  readonly unavailable: readonly string[];
  /** Tools may be missing only because an extension is not loaded. */
  readonly isLacking: boolean;
}

/**
 * What those who edit a configuration ask a host for; a host has all of it, and a copy of its facts in
 * another thread, where long work holds no call up.
 */
export interface PolicyHost {
  readonly config: HostConfig;
  /** Throws `unknown_agent`. */
  agent(agentId: string): {
    withoutSession(): { explain(tool?: string): Promise<readonly ToolExplanation[]> };
  };
  tools(): readonly ToolEntry[];
  select(text: string): SelectedTools;
  /** Of all agents, or of those for whom something that decides differs. */
  preview(change: ProposedChange): ChangePreview;
  check(config: HostConfig, extension?: RegistryChange): readonly Diagnostic[];
  locate(path: string): ConfigPlace | undefined;
}

/** Decides by the same rules as the host that the facts are from; of changes of extensions it knows nothing. */
export function createPolicyCopy(facts: PolicyFacts, locate: PolicyHost['locate']): PolicyHost {
  const { config, snapshot, unavailable, isLacking } = facts;
  const resolver = createSurfaceResolver({});
  const inputsOf = (other: HostConfig): PolicyInputs => ({
    ...{ snapshot, config: other },
    loadouts: loadoutsOfConfig(other).loadouts,
  });
  const inputs = inputsOf(config);
  const explain = async (agentId: string, tool?: string) => {
    const request = { agentId, unavailable, loadedToolkits: [], hasSession: false };
    return tool === undefined
      ? resolver.explainAll(inputs, request)
      : resolver.explain({ inputs, request }, tool);
  };
  return {
    ...{ config, locate },
    agent: (agentId) => {
      requireAgent(agentId, config);
      return { withoutSession: () => ({ explain: (tool) => explain(agentId, tool) }) };
    },
    tools: () => snapshot.entries,
    select: (text) => resolver.select(inputs, text),
    preview: ({ config: other = config, extension }) => {
      requireNone(extension);
      const after = other === config ? inputs : inputsOf(other);
      return resolver.previewAffected(inputs, after, unavailable);
    },
    check: (other, extension) => {
      requireNone(extension);
      const mayLack = isLacking || namesOthers(other, config);
      return checkAccess({ config: other, snapshot }, resolver, mayLack);
    },
  };
}

/** Whether a configuration names extensions that this one has not loaded; their tools are not there before. */
function namesOthers(other: HostConfig, config: HostConfig): boolean {
  const known = new Set(config.extensions.map(({ source }) => source));
  return other.extensions.some(({ source, enabled }) => !enabled || !known.has(source));
}

function requireNone(extension: RegistryChange | undefined): void {
  if (extension !== undefined) throw new Error('A copy has its registry as it was.');
}

function requireAgent(agentId: string, { agents }: HostConfig): void {
  const known = agents.map(({ id }) => id);
  if (known.includes(agentId)) return;
  throw new MortiseError(
    'unknown_agent',
    `"${agentId.slice(0, 100)}"${didYouMean(agentId, known)}`,
  );
}
