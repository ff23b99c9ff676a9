import { type AgentConfig, type Diagnostic, foldName } from '@mortise/contracts';
import type { HeldTool, HeldTools } from '../toolkits/merge-overrides.ts';
import { stackAccess } from './access-stack.ts';
import { agentLoadout } from './agent-loadout.ts';
import { allowRules, type ParentCeiling } from './allow-rules.ts';
import type { CompiledToolkit } from './compiled-toolkit.ts';
import { controlPlaneExposure } from './control-plane-exposure.ts';
import { denyRules } from './deny-rules.ts';
import { type Exposure, exposureLookup } from './exposure.ts';
import { type ExposurePlan, planExposure } from './exposure-plan.ts';
import { once } from './once.ts';
import { optionalRule } from './optional-rule.ts';
import type { PermissionRule } from './permission-rule.ts';
import { PermittedNames } from './permitted-names.ts';
import { policyDiagnostic } from './policy-diagnostic.ts';
import { hashPolicy } from './policy-hash.ts';
import type { PolicyWorld } from './policy-world.ts';
import type { RequestShape } from './request-shape.ts';
import { scopeRule } from './scope-rule.ts';
import { ToolSet } from './tool-set.ts';
import { unconfiguredAgent } from './unconfigured-agent.ts';

/** What one agent may use and what can expose it, for one shape of request. No session changes it. */
export interface CompiledPolicy {
  readonly agentId: string;
  readonly agent: AgentConfig;
  readonly world: PolicyWorld;
  readonly shape: RequestShape;
  /** Phases 1 to 4, in order. */
  readonly rules: readonly PermissionRule[];
  readonly plan: ExposurePlan;
  /** Exposed only while there is a session to keep what they change. */
  readonly controlPlane: Exposure;
  readonly diagnostics: readonly Diagnostic[];
  /** Over everything that decides permission and exposure, except session state. */
  readonly hash: string;
  /** Registered names that survived phases 0 to 4. */
  readonly permitted: ReadonlySet<string>;
  readonly permittedTools: ToolSet;
  /** The first rule that blocks the tool. */
  blockedBy(tool: number): PermissionRule | undefined;
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

/** Phases 1 to 5 for one agent. An agent that nobody configured has the global policy and the defaults. */
export function compilePolicy(
  world: PolicyWorld,
  agentId: string,
  shape: RequestShape,
): CompiledPolicy {
  return compileInLine(world, agentId, { shape, line: [] });
}

interface Descent {
  readonly shape: RequestShape;
  /** Agents whose ceiling is being asked for: the child, its child, and so on. */
  readonly line: readonly string[];
}

function compileInLine(world: PolicyWorld, agentId: string, descent: Descent): CompiledPolicy {
  const { shape } = descent;
  const agent = world.config.agent(agentId) ?? unconfiguredAgent(agentId);
  const loadout = agentLoadout(world, agent);
  const plan = planExposure(world, agent, loadout);
  const stack = stackAccess(world, agent, shape);
  const parents = parentCeilings(world, agent, descent);
  const namings = stack.layers.flatMap(({ label, allow, alsoAllow }) => [
    ...(allow === undefined ? [] : [{ label: `${label}.allow`, list: allow }]),
    ...(alsoAllow === undefined ? [] : [{ label: `${label}.alsoAllow`, list: alsoAllow }]),
  ]);
  const rules = [
    ...denyRules({ world, denies: stack.denies, exclude: shape.exclude ?? [], loadout }),
    scopeRule(world, agent),
    optionalRule({ world, namings: [...namings, ...plan.namings], path: agent.policy.path }),
    ...allowRules({ world, agent, stack, parents: parents.ceilings }),
  ];
  const permission = decidePermission(world, rules);
  let hash: string | undefined;
  const toolkits = once(() => loadableToolkits(plan, permission.permitted));
  const held = once(() => holdPermitted(world, plan, permission.permittedTools));
  return Object.freeze({
    agentId,
    agent,
    world,
    shape,
    rules: Object.freeze(rules),
    plan,
    controlPlane: controlPlaneExposure(world.index, plan, permission.permittedTools),
    diagnostics: Object.freeze([
      ...stack.diagnostics,
      ...originDiagnostics(world, agent),
      ...plan.diagnostics,
      ...parents.diagnostics,
    ]),
    get hash() {
      hash ??= hashPolicy(world, agent, shape);
      return hash;
    },
    ...permission,
    toolkits,
    held,
  });
}

function decidePermission({ index }: PolicyWorld, rules: readonly PermissionRule[]) {
  const blocked = ToolSet.union(
    index.size,
    rules.map((rule) => rule.blocked),
  );
  const permittedTools = index.sets.all.difference(blocked);
  return {
    blockedBy: (tool: number) => rules.find((rule) => rule.blocked.has(tool)),
    permittedTools,
    permitted: new PermittedNames(index, permittedTools),
  };
}

interface Parents {
  readonly ceilings: readonly ParentCeiling[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The parent of the configuration and the one of the request; a child exceeds neither (J-6). */
function parentCeilings(world: PolicyWorld, agent: AgentConfig, descent: Descent): Parents {
  const configured = configuredParent(world, agent, descent);
  const given = descent.shape.parentPermitted;
  if (given === undefined) return configured;
  const names = new Set(given.map(foldName));
  const asked = { name: 'the parent of this request', has: (name: string) => names.has(name) };
  return { ...configured, ceilings: [...configured.ceilings, asked] };
}

function configuredParent(world: PolicyWorld, agent: AgentConfig, descent: Descent): Parents {
  if (agent.parent === undefined) return { ceilings: [], diagnostics: [] };
  const { name: subject, path } = agent.parent;
  const line = [...descent.line, agent.id];
  const report = (code: 'unknown_agent' | 'parent_cycle') =>
    policyDiagnostic(code, { subject, path, layer: 'agent' });
  // In a circle every member is below every other; each ceiling has been asked for by now.
  if (line.includes(subject)) return { ceilings: [], diagnostics: [report('parent_cycle')] };
  const name = `agent ${subject}`;
  if (world.config.agent(subject) === undefined) {
    return { ceilings: [{ name, path, has: () => false }], diagnostics: [report('unknown_agent')] };
  }
  const { provider, model, sandboxed } = descent.shape;
  const shape: RequestShape = {
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(sandboxed === undefined ? {} : { sandboxed }),
  };
  const parent = compileInLine(world, subject, { shape, line });
  const names = new Set([...parent.permitted].map(foldName));
  const cycles = parent.diagnostics.filter(({ code }) => code === 'parent_cycle');
  return { ceilings: [{ name, path, has: (each) => names.has(each) }], diagnostics: cycles };
}

function originDiagnostics(world: PolicyWorld, agent: AgentConfig): readonly Diagnostic[] {
  const { toolset, plugins, mcpServers } = agent;
  return [
    ...(toolset === undefined ? [] : world.list(toolset, 'allow', 'toolset').diagnostics),
    ...(plugins === undefined ? [] : world.list(plugins, 'plugins', 'plugins').diagnostics),
    ...(mcpServers === undefined
      ? []
      : world.list(mcpServers, 'servers', 'mcp_servers').diagnostics),
  ];
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

// What the loadout exposes is not discoverable, so that only static tools can meet a discoverable
// plugin: going through thousands of those would find nothing more.
function holdPermitted({ index }: PolicyWorld, plan: ExposurePlan, permitted: ToolSet): HeldTools {
  const exposuresOf = exposureLookup(plan.base);
  const candidates = new Set([
    ...plan.base.flatMap(({ tools }) => (tools instanceof ToolSet ? [] : tools)),
    ...plan.configured.flatMap(({ tools }) => tools.flatMap(({ name }) => index.exact(name) ?? [])),
  ]);
  const held = new Map<string, HeldTool>();
  for (const tool of candidates) {
    const exposures = permitted.has(tool) ? exposuresOf(tool) : [];
    const [first] = exposures;
    if (first === undefined) continue;
    const { name } = index.entryOf(tool);
    const sources = exposures.map(({ source }) => source);
    held.set(foldName(name), { name, overrides: first.overrides, sources });
  }
  return held;
}
