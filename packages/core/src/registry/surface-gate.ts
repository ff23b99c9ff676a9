import type { Refusal, ToolEntry, ToolState, ToolSurface } from '@mortise/contracts';
import type { ToolGate } from './tool-gate.ts';

/** Why a tool that is not active is not: the words for a model behind the code of the trace. */
const REASONS: { readonly [State in Exclude<ToolState, 'active'>]: string } = {
  denied: 'it is denied (denied)',
  scope_incompatible: 'it cannot run in the worker scope of this agent (scope_incompatible)',
  needs_opt_in: 'it is optional and no list names it (needs_opt_in)',
  not_allowed: 'no allow list has it (not_allowed)',
  loadable:
    'it is not available until its toolkit is loaded and the next request begins (loadable)',
  discoverable: 'it is not available until it is loaded and the next request begins (discoverable)',
  hidden: 'it is not part of this request (hidden)',
  conflict: 'its overrides conflict with a tool that is active (conflict)',
  unavailable: 'its extension, its server or the tool itself is down (unavailable)',
  over_budget: 'it was left out to fit the token budget (over_budget)',
  core_name_clash: 'its name belongs to a core tool (core_name_clash)',
  extension_id_clash: 'its extension is blocked (extension_id_clash)',
  extension_name_clash: 'its name belongs to another extension (extension_name_clash)',
};

/** The gate of a host: listing and running read one frozen surface, so they cannot disagree. */
export function createSurfaceGate(
  surface: ToolSurface,
  outageOf?: (entry: ToolEntry) => Refusal | undefined,
): ToolGate {
  // What a surface says never changes, and a conversation calls few tools often.
  const admitted = new Map<ToolEntry, ReturnType<ToolSurface['overridesOf']>>();
  return {
    refusalFor(entry) {
      if (admitted.has(entry)) return undefined;
      // Compared by entry, not by name: a tool that took the name since is another tool.
      const listed = surface.find(entry.name);
      if (listed !== undefined && isSameTool(listed, entry)) {
        admitted.set(entry, surface.overridesOf(entry.name));
        return undefined;
      }
      const state = surface.stateOf(entry.name);
      return state === undefined || state === 'active'
        ? 'it was registered after this request began (hidden)'
        : REASONS[state];
    },
    isOutage: ({ name }) => surface.stateOf(name) === 'unavailable',
    outageOf: (entry) =>
      surface.stateOf(entry.name) === 'unavailable' ? outageOf?.(entry) : undefined,
    *visibleNames() {
      for (const { name } of surface.active) yield name;
    },
    resourceAt: (uri) => surface.resourceAt(uri),
    overridesOf: (entry) =>
      admitted.has(entry) ? admitted.get(entry) : surface.overridesOf(entry.name),
  };
}

/** A reload makes a new entry of the same tool; one that says anything else is another tool. */
export function isSameTool(listed: ToolEntry, entry: ToolEntry): boolean {
  return listed === entry || JSON.stringify(listed) === JSON.stringify(entry);
}
