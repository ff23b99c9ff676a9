import type { AccessLayer, AgentConfig, ConfigSelector, Diagnostic } from '@mortise/contracts';
import { checkRules } from './arguments/check-rules.ts';
import { agentLoadout } from './exposure/agent-loadout.ts';
import type { SlowFindings } from './slow-findings.ts';
import { compilePolicy } from './surface/compile-policy.ts';
import { policyDiagnostic } from './world/policy-diagnostic.ts';
import type { PolicyWorld } from './world/policy-world.ts';

/**
 * Looks at every list of a configuration, in force or not: `byProvider` and sandbox layers are
 * checked before the first request that would use them. Each oddity once.
 */
export function* checkPolicy(world: PolicyWorld): SlowFindings {
  const { policy, agents, profiles } = world.inputs.config;
  const found = [
    ...world.groupDiagnostics(),
    ...profiles.flatMap((profile) => check(world, profile.selectors, `profile ${profile.name}`)),
    ...layerDiagnostics(world, policy, 'tools'),
  ];
  for (const agent of agents) {
    yield;
    found.push(...agentDiagnostics(world, agent));
  }
  return [...new Map(found.map((each) => [keyOf(each), each])).values()];
}

function agentDiagnostics(world: PolicyWorld, agent: AgentConfig): readonly Diagnostic[] {
  return [
    ...layerDiagnostics(world, agent.policy, 'agent'),
    ...compilePolicy(world, agent.id, {}).diagnostics,
    ...(agentLoadout(world, agent)?.diagnostics ?? []),
  ];
}

function layerDiagnostics(
  world: PolicyWorld,
  policy: AgentConfig['policy'],
  label: string,
): readonly Diagnostic[] {
  const layers: readonly (readonly [string, AccessLayer])[] = [
    [label, policy],
    ...policy.byProvider.map((layer) => [`${label}.byProvider`, layer] as const),
    ...(policy.sandbox === undefined ? [] : [['sandbox', policy.sandbox] as const]),
  ];
  const lists = layers.flatMap(([name, { allow = [], alsoAllow = [], deny = [], profile }]) => [
    ...check(world, allow, name),
    ...check(world, alsoAllow, name),
    ...world.list(deny, name).diagnostics,
    ...(profile === undefined || world.config.profile(profile.name) !== undefined
      ? []
      : [
          policyDiagnostic('unknown_profile', {
            subject: profile.name,
            path: profile.path,
            layer: name,
          }),
        ]),
  ]);
  return [...lists, ...checkRules(world, policy, label)];
}

function check(
  world: PolicyWorld,
  selectors: readonly ConfigSelector[],
  layer: string,
): readonly Diagnostic[] {
  return world.list(selectors, layer).diagnostics;
}

function keyOf({ code, subject, path }: Diagnostic): string {
  return JSON.stringify([code, subject, path]);
}
