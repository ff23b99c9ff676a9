import { AGENT_KEYS, foldName, keyPath, type TraceStep } from '@mortise/contracts';
import type { PlannedToolkit } from '../exposure/compiled-toolkit.ts';
import type { Resolution } from '../surface/resolve-surface.ts';

/** Phases 5 to 8 of one tool, as they would be even if an earlier phase blocks it. */
export function exposureSteps(resolution: Resolution, tool: number): readonly TraceStep[] {
  return [
    ...sourceSteps(resolution, tool),
    overridesStep(resolution, tool),
    availabilityStep(resolution, tool),
    budgetStep(resolution, tool),
  ];
}

function sourceSteps(resolution: Resolution, tool: number): readonly TraceStep[] {
  const sources = resolution.exposuresOf(tool);
  if (sources.length === 0) return lazySteps(resolution, tool);
  return sources.map(({ source, path }) => ({
    phase: 'exposure',
    layer: source,
    rule: 'exposes it',
    ...(path === undefined ? {} : { path }),
    verdict: 'expose',
  }));
}

function lazySteps(resolution: Resolution, tool: number): readonly TraceStep[] {
  const { toolkits } = resolution;
  const conflicting = toolkitSteps(tool, {
    toolkits: [...toolkits.quarantined.keys()],
    rule: 'loaded',
    verdict: 'info',
  });
  const loadable = toolkitSteps(tool, {
    toolkits: toolkits.loadable,
    rule: 'allowed, not loaded',
    // A tool that was loaded and left out waits for its conflict to be settled, not to be loaded.
    verdict: conflicting.length > 0 ? 'info' : 'block',
  });
  const steps = [...conflicting, ...loadable];
  return steps.length > 0 ? steps : [unloadedStep(resolution, tool)];
}

function toolkitSteps(
  tool: number,
  parts: Pick<TraceStep, 'rule' | 'verdict'> & { readonly toolkits: readonly PlannedToolkit[] },
): readonly TraceStep[] {
  const { rule, verdict } = parts;
  return parts.toolkits
    .filter((toolkit) => toolkit.brings(tool))
    .map(({ name, path }) => ({
      phase: 'exposure',
      layer: `toolkit ${name}`,
      rule,
      ...(path === undefined ? {} : { path }),
      verdict,
    }));
}

function unloadedStep({ policy }: Resolution, tool: number): TraceStep {
  const { agent } = policy;
  const { loadout, configured, discoverableTools } = policy.plan;
  if (loadout?.verdicts.discoverable.has(tool) !== true) {
    const rule = 'nothing exposes it';
    return { phase: 'exposure', layer: 'no source', rule, path: agent.path, verdict: 'block' };
  }
  if (!discoverableTools.has(tool)) {
    const plugin = foldName(policy.world.index.unitOf(tool).name);
    const toolkit = configured.find(({ name }) => foldName(name) === plugin);
    return {
      phase: 'exposure',
      layer: `toolkit ${toolkit?.name}`,
      rule: 'hides the plugin of the same name, and does not bring the tool',
      ...(toolkit?.path === undefined ? {} : { path: toolkit.path }),
      verdict: 'block',
    };
  }
  const reason = loadout.compiled.reasonFor(policy.world.index.unitOf(tool));
  return {
    phase: 'exposure',
    layer: `loadout ${loadout.name}`,
    rule: `discoverable, not loaded: ${reason}`,
    path: loadout.path,
    verdict: 'block',
  };
}

function overridesStep(resolution: Resolution, tool: number): TraceStep {
  for (const [toolkit, conflicts] of resolution.toolkits.quarantined) {
    if (!toolkit.brings(tool)) continue;
    const about = conflicts.map(({ tool: each, heldBy }) => `${each} (${heldBy.join(', ')})`);
    return {
      phase: 'overrides',
      layer: `toolkit ${toolkit.name}`,
      rule: `overrides differ: ${about.join(', ')}`,
      ...(toolkit.path === undefined ? {} : { path: toolkit.path }),
      // What something else exposes stays as it is.
      verdict: resolution.exposuresOf(tool).length > 0 ? 'info' : 'block',
    };
  }
  return { phase: 'overrides', layer: 'toolkits', rule: 'no conflict', verdict: 'pass' };
}

function availabilityStep({ unavailable }: Resolution, tool: number): TraceStep {
  const isDown = unavailable.has(tool);
  return {
    phase: 'availability',
    layer: 'host',
    rule: isDown ? 'not available now' : 'available',
    verdict: isDown ? 'block' : 'pass',
  };
}

function budgetStep({ budget, policy }: Resolution, tool: number): TraceStep {
  const phase = 'budget';
  if (budget === undefined) {
    return { phase, layer: 'agent', rule: 'no token budget', verdict: 'pass' };
  }
  const isDropped = budget.dropped.has(tool);
  return {
    phase,
    layer: 'agent',
    rule: `${budget.total} of ${budget.limit} tokens${isDropped ? ': left out' : ''}`,
    path: keyPath(AGENT_KEYS, policy.agent, 'toolTokenBudget'),
    verdict: isDropped ? 'block' : 'pass',
  };
}
