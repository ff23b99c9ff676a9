import {
  ACCESS_KEYS,
  type AgentConfig,
  type ConfigSelector,
  type HostConfig,
  keyPath,
  type SurfaceRequest,
} from '@mortise/contracts';
import type { WrittenRule } from './read-rule.ts';
import type { PolicyInputs } from './world/policy-world.ts';
import { unconfiguredAgent } from './world/unconfigured-agent.ts';

/** A "what if" for `simulate`. */
export type PolicyChange =
  /** One more entry in a list of the global policy or of the agent asked for. */
  | {
      readonly kind: 'select';
      readonly layer: 'tools' | 'agent';
      readonly list: 'allow' | 'alsoAllow' | 'deny';
      readonly text: string;
    }
  /** One more rule on arguments, for all or for the agent asked for. */
  | { readonly kind: 'rule'; readonly layer: 'tools' | 'agent'; readonly rule: WrittenRule }
  /** The agent asked for, changed. */
  | { readonly kind: 'agent'; readonly patch: Partial<Omit<AgentConfig, 'id' | 'path'>> }
  /** Another configuration, registry or set of loadouts. */
  | { readonly kind: 'inputs'; readonly patch: Partial<PolicyInputs> }
  /** Another request: a provider, a sandbox, a loaded toolkit. */
  | { readonly kind: 'request'; readonly patch: Partial<SurfaceRequest> };

export interface PolicyQuestion {
  readonly inputs: PolicyInputs;
  readonly request: SurfaceRequest;
}

/** The question as it would be with the change. Nothing given is touched. */
export function applyChange(question: PolicyQuestion, change: PolicyChange): PolicyQuestion {
  const { inputs, request } = question;
  switch (change.kind) {
    case 'inputs':
      return { request, inputs: { ...inputs, ...change.patch } };
    case 'request':
      return { inputs, request: { ...request, ...change.patch } };
    case 'agent': {
      const patch = (agent: AgentConfig) => ({ ...agent, ...change.patch });
      return { request, inputs: { ...inputs, config: mapAgent(inputs.config, request, patch) } };
    }
    case 'select':
      return {
        request,
        inputs: { ...inputs, config: addSelector(inputs.config, request, change) },
      };
    case 'rule':
      return { request, inputs: { ...inputs, config: addRule(inputs.config, request, change) } };
    default:
      return change satisfies never;
  }
}

type SelectChange = Extract<PolicyChange, { kind: 'select' }>;

function addSelector(
  config: HostConfig,
  request: SurfaceRequest,
  { layer, list, text }: SelectChange,
): HostConfig {
  const extend = <Policy extends HostConfig['policy']>(policy: Policy): Policy => {
    const entries: readonly ConfigSelector[] = policy[list] ?? [];
    const path = `${keyPath(ACCESS_KEYS, policy, list)}[${entries.length}]`;
    return { ...policy, [list]: [...entries, { text, path }] };
  };
  return mapPolicy(config, request, { layer, extend });
}

function addRule(
  config: HostConfig,
  request: SurfaceRequest,
  { layer, rule }: Extract<PolicyChange, { kind: 'rule' }>,
): HostConfig {
  const extend = <Policy extends HostConfig['policy']>(policy: Policy): Policy => {
    const { rules = [] } = policy;
    const path = `${policy.path}.rules[${rules.length}]`;
    const tools = rule.tools.map((text, at) => ({
      text: text.trim(),
      path: `${path}.tools[${at}]`,
    }));
    return { ...policy, rules: [...rules, { ...rule, tools, path }] };
  };
  return mapPolicy(config, request, { layer, extend });
}

interface PolicyExtension {
  readonly layer: 'tools' | 'agent';
  readonly extend: <Policy extends HostConfig['policy']>(policy: Policy) => Policy;
}

function mapPolicy(
  config: HostConfig,
  request: SurfaceRequest,
  { layer, extend }: PolicyExtension,
): HostConfig {
  if (layer === 'tools') return { ...config, policy: extend(config.policy) };
  const patch = (agent: AgentConfig) => ({ ...agent, policy: extend(agent.policy) });
  return mapAgent(config, request, patch);
}

function mapAgent(
  config: HostConfig,
  { agentId }: SurfaceRequest,
  patch: (agent: AgentConfig) => AgentConfig,
): HostConfig {
  const isKnown = config.agents.some(({ id }) => id === agentId);
  const agents = isKnown ? config.agents : [...config.agents, unconfiguredAgent(agentId)];
  return {
    ...config,
    agents: agents.map((agent) => (agent.id === agentId ? patch(agent) : agent)),
  };
}
