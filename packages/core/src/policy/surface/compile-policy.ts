import type { AgentConfig } from '@mortise/contracts';
import { type ArgumentRules, argumentRulesOf } from '../arguments/argument-rules.ts';
import { agentLoadout } from '../exposure/agent-loadout.ts';
import type { CompiledToolkit } from '../exposure/compiled-toolkit.ts';
import { controlPlaneExposure } from '../exposure/control-plane-exposure.ts';
import type { Exposure } from '../exposure/exposure.ts';
import { type ExposurePlan, planExposure } from '../exposure/exposure-plan.ts';
import { heldTools } from '../exposure/held-tools.ts';
import type { HeldTools } from '../exposure/merge-overrides.ts';
import { decidePermission, type Permission } from '../rules/decide-permission.ts';
import { type Ascent, parentCeilings } from '../rules/parent-ceilings.ts';
import { once } from '../world/once.ts';
import { hashPolicy } from '../world/policy-hash.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { RequestShape } from '../world/request-shape.ts';
import { unconfiguredAgent } from '../world/unconfigured-agent.ts';

/** What one agent may use and what can expose it, for one shape of request. No session changes it. */
export interface CompiledPolicy extends Permission {
  readonly agentId: string;
  readonly agent: AgentConfig;
  readonly world: PolicyWorld;
  readonly shape: RequestShape;
  readonly plan: ExposurePlan;
  /** Exposed only while there is a session to keep what they change. */
  readonly controlPlane: Exposure;
  /** Over everything that decides permission and exposure, except session state. */
  readonly hash: string;
  /** Absent: every call may be made, whatever its arguments. */
  readonly argumentRules: ArgumentRules | undefined;
  /** What `load_tools` may name: configured toolkits in allowed order, then discoverable plugins. */
  toolkits(): readonly LoadableToolkit[];
  /**
   * What a toolkit's overrides must equal: permitted static tools and defaults, and those of the
   * loadout that a toolkit of the agent brings too.
   */
  held(): HeldTools;
}

/** A toolkit with the part of it that may be shown to the model. */
export interface LoadableToolkit extends CompiledToolkit {
  readonly permittedNames: readonly string[];
}

/** Phases 1 to 5 for one agent. An agent without configuration has the global policy and the defaults. */
export function compilePolicy(
  world: PolicyWorld,
  agentId: string,
  shape: RequestShape,
): CompiledPolicy {
  const { agent, plan, permission } = ascend(world, agentId, {
    shape,
    line: [],
    permittedTo: (id, ascent) => ascend(world, id, ascent).permission,
  });
  let hash: string | undefined;
  return Object.freeze({
    ...permission,
    agentId,
    agent,
    world,
    shape,
    plan,
    diagnostics: Object.freeze([...permission.diagnostics, ...plan.diagnostics]),
    controlPlane: controlPlaneExposure(world.index, plan, permission.permittedTools),
    get hash() {
      hash ??= hashPolicy(world, agent, shape);
      return hash;
    },
    argumentRules: argumentRulesOf(world, agent),
    toolkits: once(() => loadableToolkits(plan, permission.permitted)),
    held: once(() => heldTools(world.index, plan, permission.permittedTools)),
  });
}

function ascend(world: PolicyWorld, agentId: string, ascent: Ascent) {
  const agent = world.config.agent(agentId) ?? unconfiguredAgent(agentId);
  const plan = planExposure(world, agent, agentLoadout(world, agent));
  const parents = parentCeilings(world, agent, ascent);
  const permission = decidePermission({ world, agent, shape: ascent.shape, plan, parents });
  return { agent, plan, permission };
}

/** A discoverable plugin without a permitted tool is nothing to offer. */
function loadableToolkits(
  plan: ExposurePlan,
  permitted: ReadonlySet<string>,
): readonly LoadableToolkit[] {
  const withNames = (toolkit: CompiledToolkit): LoadableToolkit => {
    const names = toolkit.tools.map(({ name }) => name).filter((name) => permitted.has(name));
    return Object.freeze({ ...toolkit, permittedNames: Object.freeze(names) });
  };
  const discoverable = plan.discoverable().map(withNames);
  return Object.freeze([
    ...plan.configured.map(withNames),
    ...discoverable.filter(({ permittedNames }) => permittedNames.length > 0),
  ]);
}
