import { type AgentConfig, type Diagnostic, foldName } from '@mortise/contracts';
import { policyDiagnostic } from '../world/policy-diagnostic.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { RequestShape } from '../world/request-shape.ts';
import type { ParentCeiling } from './allow-rules.ts';

export interface ParentCeilings {
  readonly ceilings: readonly ParentCeiling[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The way from an agent up through its parents. */
export interface Ascent {
  readonly shape: RequestShape;
  /** Agents whose ceiling is being asked for: the child, its parent, and so on. */
  readonly line: readonly string[];
  /** What an agent further up is permitted, by registered name. */
  readonly permittedTo: (agentId: string, ascent: Ascent) => ParentPermission;
}

export interface ParentPermission {
  readonly permitted: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The parent of the configuration and the one of the request; a child exceeds neither. */
export function parentCeilings(
  world: PolicyWorld,
  agent: AgentConfig,
  ascent: Ascent,
): ParentCeilings {
  const configured = configuredParent(world, agent, ascent);
  const given = ascent.shape.parentPermitted;
  if (given === undefined) return configured;
  const asked = ceilingOf('the parent of this request', given);
  return { ...configured, ceilings: [...configured.ceilings, asked] };
}

function configuredParent(world: PolicyWorld, agent: AgentConfig, ascent: Ascent): ParentCeilings {
  if (agent.parent === undefined) return { ceilings: [], diagnostics: [] };
  const { name: subject, path } = agent.parent;
  const line = [...ascent.line, agent.id];
  const report = (code: 'unknown_agent' | 'parent_cycle') =>
    policyDiagnostic(code, { subject, path, layer: 'agent' });
  const found = world.config.parentOf(agent);
  if (found === undefined) {
    const closed = { ...ceilingOf(`agent ${subject}`, []), path };
    return { ceilings: [closed], diagnostics: [report('unknown_agent')] };
  }
  // In a circle every member is below every other; each ceiling has been asked for by now.
  if (line.includes(found.id)) return { ceilings: [], diagnostics: [report('parent_cycle')] };
  // What this request excludes, and for which user, does not concern the parent.
  const { exclude: _, parentPermitted: __, ...shape } = ascent.shape;
  const parent = ascent.permittedTo(found.id, { ...ascent, shape, line });
  return {
    ceilings: [{ ...ceilingOf(`agent ${found.id}`, parent.permitted), path, agentId: found.id }],
    diagnostics: parent.diagnostics.filter(({ code }) => code === 'parent_cycle'),
  };
}

function ceilingOf(name: string, permitted: Iterable<string>): ParentCeiling {
  const names = new Set(Iterator.from(permitted).map(foldName));
  return { name, has: (folded) => names.has(folded) };
}
