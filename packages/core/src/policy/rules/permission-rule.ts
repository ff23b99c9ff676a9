import type { ToolState, TraceStep } from '@mortise/contracts';
import type { ToolSet } from '../selectors/tool-set.ts';

export type PermissionPhase = 'deny' | 'scope' | 'optional' | 'allow';

/**
 * One rule of phases 1 to 4. Listing and explaining read the same `blocked`, so that the two
 * cannot disagree.
 */
export interface PermissionRule {
  readonly phase: PermissionPhase;
  readonly layer: string;
  readonly blocked: ToolSet;
  /** `undefined` if the rule does not look at tools of this kind. */
  describe(tool: number): RuleNote | undefined;
  /** What an operator changes so that it no longer blocks. */
  remedy(tool: number): string;
}

export interface RuleNote {
  readonly rule: string;
  readonly path?: string;
  /** Tells something, decides nothing. */
  readonly isInfo?: boolean;
}

export const STATE_OF_PHASE: { readonly [Phase in PermissionPhase]: ToolState } = {
  deny: 'denied',
  scope: 'scope_incompatible',
  optional: 'needs_opt_in',
  allow: 'not_allowed',
};

/** The step of a rule in a trace. */
export function traceRule(rule: PermissionRule, tool: number): TraceStep | undefined {
  const note = rule.describe(tool);
  if (note === undefined) return undefined;
  const { phase, layer } = rule;
  const passed = note.isInfo === true ? 'info' : 'pass';
  const verdict = rule.blocked.has(tool) ? 'block' : passed;
  // Not spread: every rule says this of every tool that is explained.
  return note.path === undefined
    ? { phase, layer, rule: note.rule, verdict }
    : { phase, layer, rule: note.rule, path: note.path, verdict };
}
