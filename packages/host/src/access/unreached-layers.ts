import {
  type AgentConfig,
  type Diagnostic,
  ERROR_CODES,
  type HostConfig,
  type Principal,
  type SurfaceShape,
  speaksFor,
  type ToolPolicy,
} from '@mortise/contracts';
import { selectProviderLayer } from '@mortise/core';

type Stated = Pick<SurfaceShape, 'provider' | 'model' | 'sandboxed'>;

/** What tokens state, and for whom. */
export type StatingToken = Stated & Pick<Principal, 'agents'>;

/** Who states something of the requests of a host that is not embedded: its agents and its tokens. */
export interface StatingParts {
  readonly statedByAgent: (agent: AgentConfig) => Stated;
  readonly tokens: readonly StatingToken[];
}

/**
 * Layers of `byProvider` and `sandbox` that hold for requests that nothing states: an operator who wrote
 * one relies on it. Not to be asked of an embedded host, whose sessions may state anything.
 */
export function findUnreachedLayers(
  config: HostConfig,
  { statedByAgent, tokens }: StatingParts,
): readonly Diagnostic[] {
  const ofAgent = (agent: AgentConfig): readonly Stated[] => [
    statedByAgent(agent),
    ...tokens.filter((token) => speaksFor({ ...NOBODY, ...token }, agent.id)),
  ];
  return [
    ...unreachedIn(config.policy, [...config.agents.flatMap(ofAgent), ...tokens]),
    ...config.agents.flatMap((agent) => unreachedIn(agent.policy, ofAgent(agent))),
  ];
}

/** Whether there is anything that could be unreached. */
export function hasStatedLayers({ policy, agents }: HostConfig): boolean {
  return [policy, ...agents.map((agent) => agent.policy)].some(
    ({ byProvider, sandbox }) => byProvider.length > 0 || sandbox !== undefined,
  );
}

const NOBODY: Principal = { kind: 'client', id: '', roles: [], agents: [] };

function unreachedIn(policy: ToolPolicy, stated: readonly Stated[]): readonly Diagnostic[] {
  const { byProvider, sandbox } = policy;
  const reached = new Set(stated.map((each) => selectProviderLayer(byProvider, each)));
  const layers = byProvider.filter((layer) => !reached.has(layer));
  const found = layers.map(({ key, path }) =>
    unreached(path, `provider "${key}"`, `No agent and no token is for the provider "${key}".`),
  );
  const isSandboxed = stated.some(({ sandboxed }) => sandboxed === true);
  if (sandbox === undefined || isSandboxed) return found;
  return [...found, unreached(sandbox.path, 'sandbox', 'No agent and no token is sandboxed.')];
}

function unreached(path: string, subject: string, detail: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.layer_unreached;
  const message = `${summary} ${detail}`;
  return { code: 'layer_unreached', severity: 'warning', subject, message, hint, path };
}
