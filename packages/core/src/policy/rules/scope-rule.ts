import { type AgentConfig, WORKER_SCOPES } from '@mortise/contracts';
import type { PolicyWorld } from '../world/policy-world.ts';
import { workerScopeOf, workerScopePath } from '../world/worker-scope-of.ts';
import type { PermissionRule } from './permission-rule.ts';

/** Phase 2: a tool that must be shared does not go with workers that are kept apart. */
export function scopeRule({ inputs, index }: PolicyWorld, agent: AgentConfig): PermissionRule {
  const scope = workerScopeOf(inputs.config, agent);
  const isIsolating = WORKER_SCOPES[scope].perUser;
  const path = workerScopePath(inputs.config, agent);
  const { sharedOnly, none } = index.sets;
  return {
    phase: 'scope',
    layer: `worker_scope ${scope}`,
    blocked: isIsolating ? sharedOnly : none,
    describe: (tool) => ({
      rule: sharedOnly.has(tool) ? 'the tool must be shared' : 'the tool fits every scope',
      ...(isIsolating ? { path } : {}),
    }),
    remedy: () => `Set ${path} to agent or shared, or do without the tool for this agent.`,
  };
}
