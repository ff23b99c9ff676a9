import { type Diagnostic, foldName } from '@mortise/contracts';
import type { PlannedToolkit } from '../exposure/compiled-toolkit.ts';
import {
  findOverrideConflicts,
  type HeldTool,
  type OverrideConflict,
} from '../exposure/merge-overrides.ts';
import { policyDiagnostic } from '../world/policy-diagnostic.ts';
import type { CompiledPolicy } from './compile-policy.ts';

/** The toolkits in force in one session (phases 5 and 6). */
export interface ActiveToolkits {
  /** Allowed order, then discoverable plugins. */
  readonly active: readonly PlannedToolkit[];
  /** Loaded, but with overrides that differ from what is held: left out whole. */
  readonly quarantined: ReadonlyMap<PlannedToolkit, readonly OverrideConflict[]>;
  /** Configured and not loaded. */
  readonly loadable: readonly PlannedToolkit[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a session loaded and an agent may not load is ignored: a stored row opens nothing. */
export function activateToolkits(
  policy: CompiledPolicy,
  loadedToolkits: readonly string[],
): ActiveToolkits {
  const loaded = new Set(loadedToolkits);
  const { configured } = policy.plan;
  const isWanted = ({ isInitial, name }: PlannedToolkit) => isInitial || loaded.has(name);
  const implicit = new Set([...loaded].filter((name) => !configured.some(isNamed(name))));
  const wanted = [
    ...configured.filter(isWanted),
    ...(implicit.size === 0
      ? []
      : policy.plan.discoverable().filter(({ name }) => implicit.has(name))),
  ];
  const quarantined = findQuarantined(policy, wanted);
  return {
    active: wanted.filter((toolkit) => !quarantined.has(toolkit)),
    quarantined,
    loadable: configured.filter((toolkit) => !isWanted(toolkit)),
    diagnostics: Array.from(quarantined, ([toolkit, conflicts]) => report(toolkit, conflicts)),
  };
}

function isNamed(name: string): (toolkit: PlannedToolkit) => boolean {
  return (toolkit) => toolkit.name === name;
}

/** Initial toolkits hold their place against what a model loads; then allowed order decides. */
function findQuarantined(policy: CompiledPolicy, wanted: readonly PlannedToolkit[]) {
  const quarantined = new Map<PlannedToolkit, readonly OverrideConflict[]>();
  if (wanted.length === 0) return quarantined;
  const held = new Map<string, HeldTool>(policy.held());
  const ranked = [...wanted].sort((a, b) => Number(b.isInitial) - Number(a.isInitial));
  for (const toolkit of ranked) {
    const tools = toolkit.tools.filter(({ name }) => policy.permitted.has(name));
    const conflicts = findOverrideConflicts(held, tools);
    if (conflicts.length > 0) {
      quarantined.set(toolkit, conflicts);
      continue;
    }
    for (const { name, overrides } of tools) {
      const sources = [`toolkit ${toolkit.name}`];
      if (!held.has(foldName(name))) held.set(foldName(name), { name, overrides, sources });
    }
  }
  return quarantined;
}

function report(toolkit: PlannedToolkit, conflicts: readonly OverrideConflict[]): Diagnostic {
  const tools = conflicts.map(({ tool, heldBy }) => `"${tool}" (held by ${heldBy.join(', ')})`);
  return policyDiagnostic('toolkit_conflict', {
    subject: toolkit.name,
    layer: `toolkit ${toolkit.name}`,
    ...(toolkit.path === undefined ? {} : { path: toolkit.path }),
    detail: `Toolkit "${toolkit.name}" is left out: ${tools.join(', ')}.`,
  });
}
