import { ACCESS_KEYS, type AgentConfig, type Diagnostic, keyPath } from '@mortise/contracts';
import type { ExposurePlan } from '../exposure/exposure-plan.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { RequestShape } from '../world/request-shape.ts';
import { stackAccess } from './access-stack.ts';
import { allowRules } from './allow-rules.ts';
import { denyRules } from './deny-rules.ts';
import { optionalRule } from './optional-rule.ts';
import type { ParentCeilings } from './parent-ceilings.ts';
import type { PermissionRule } from './permission-rule.ts';
import { PermittedNames } from './permitted-names.ts';
import { scopeRule } from './scope-rule.ts';

/** What one agent may ever use, for one shape of request (phases 1 to 4). */
export interface Permission {
  /** In the order of their phases. */
  readonly rules: readonly PermissionRule[];
  readonly permittedTools: ToolSet;
  /** Registered names that survived phases 0 to 4. */
  readonly permitted: ReadonlySet<string>;
  /** The first rule that blocks the tool. */
  blockedBy(tool: number): PermissionRule | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface PermissionParts {
  readonly world: PolicyWorld;
  readonly agent: AgentConfig;
  readonly shape: RequestShape;
  /** Static tools and toolkits opt in the optional tools they name; nothing else of it matters here. */
  readonly plan: ExposurePlan;
  readonly parents: ParentCeilings;
}

export function decidePermission(parts: PermissionParts): Permission {
  const { world, agent, shape, plan, parents } = parts;
  const { index } = world;
  const stack = stackAccess(world, agent, shape);
  const namings = stack.layers.flatMap(({ label, allow, alsoAllow }) => [
    ...(allow === undefined ? [] : [{ label: `${label}.allow`, list: allow }]),
    ...(alsoAllow === undefined ? [] : [{ label: `${label}.alsoAllow`, list: alsoAllow }]),
  ]);
  const exclude = shape.exclude ?? [];
  const rules = Object.freeze([
    ...denyRules({
      ...{ world, agentId: agent.id, denies: stack.denies, exclude, loadout: plan.loadout },
    }),
    scopeRule(world, agent),
    optionalRule({
      world,
      namings: [...namings, ...plan.namings],
      agentId: agent.id,
      path: keyPath(ACCESS_KEYS, agent.policy, 'alsoAllow'),
    }),
    ...allowRules({ world, agent, stack, parents: parents.ceilings }),
  ]);
  const blocked = ToolSet.union(
    index.size,
    rules.map((rule) => rule.blocked),
  );
  const permittedTools = index.sets.all.difference(blocked);
  return {
    rules,
    permittedTools,
    permitted: new PermittedNames(index, permittedTools),
    blockedBy: (tool) => rules.find((rule) => rule.blocked.has(tool)),
    diagnostics: [...stack.diagnostics, ...originDiagnostics(world, agent), ...parents.diagnostics],
  };
}

function originDiagnostics(world: PolicyWorld, agent: AgentConfig): readonly Diagnostic[] {
  const { toolset, plugins, mcpServers } = agent;
  return [
    ...(toolset === undefined ? [] : world.list(toolset, 'toolset').diagnostics),
    ...(plugins === undefined ? [] : world.list(plugins, 'plugins').diagnostics),
    ...(mcpServers === undefined
      ? []
      : world.list(mcpServers, 'mcp_servers', 'servers').diagnostics),
  ];
}
