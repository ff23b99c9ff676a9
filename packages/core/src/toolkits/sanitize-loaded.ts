import {
  findOverrideConflicts,
  type HeldTools,
  holdToolkit,
} from '../policy/exposure/merge-overrides.ts';
import type { AgentToolkit, AgentToolkits } from './agent-toolkits.ts';

/** Why a toolkit is not in force; `unavailable` is the one that may pass. */
export type DropReason =
  | 'unknown'
  | 'not_allowed'
  | 'scope_incompatible'
  | 'conflict'
  | 'unavailable';

/** A toolkit that the session had and that is not in force now. */
export interface DroppedToolkit {
  readonly name: string;
  readonly reason: DropReason;
  /** The cause may pass, so the row is kept. */
  readonly isTemporary: boolean;
}

/** What a session really has, from what it once wrote. */
export interface SanitizedToolkits {
  /** Initial ones and what the session loaded, in the order they are offered. */
  readonly loaded: readonly string[];
  /** The rows worth writing back. */
  readonly kept: readonly string[];
  readonly dropped: readonly DroppedToolkit[];
  /** Static tools and those of the loaded toolkits. */
  readonly held: HeldTools;
}

/**
 * Brings persisted names in line with the configuration of now. Initial toolkits go first, so that
 * a choice of the operator never loses against one that a model loaded.
 */
export function sanitizeLoaded(
  toolkits: AgentToolkits,
  persisted: readonly string[],
): SanitizedToolkits {
  const rows = new Set(persisted);
  const found = [...rows].map((name) => toolkits.find(name)).filter((each) => each !== undefined);
  const wanted = [
    ...toolkits.initial,
    ...found.filter((toolkit) => !toolkit.isInitial).sort(byPosition),
  ];
  const joined: AgentToolkit[] = [];
  const dropped = [...rows]
    .filter((name) => toolkits.find(name) === undefined)
    .map((name) => missing(toolkits, name));
  let held = toolkits.held;
  for (const toolkit of wanted) {
    const reason = whyNot(toolkit, held);
    if (reason !== undefined) {
      dropped.push({ name: toolkit.name, reason, isTemporary: false });
      continue;
    }
    held = holdToolkit(held, { name: toolkit.name, tools: toolkit.permittedTools });
    joined.push(toolkit);
  }
  const loaded = joined.sort(byPosition).map((each) => each.name);
  const lost = new Set(dropped.filter((each) => !each.isTemporary).map((each) => each.name));
  return { loaded, kept: [...rows].filter((name) => !lost.has(name)), dropped, held };
}

function byPosition(left: AgentToolkit, right: AgentToolkit): number {
  return left.position - right.position;
}

function whyNot(toolkit: AgentToolkit, held: HeldTools): DropReason | undefined {
  if (toolkit.sharedOnlyTools.length > 0) return 'scope_incompatible';
  return findOverrideConflicts(held, toolkit.permittedTools).length > 0 ? 'conflict' : undefined;
}

function missing(toolkits: AgentToolkits, name: string): DroppedToolkit {
  if (toolkits.isKnown(name)) return { name, reason: 'not_allowed', isTemporary: false };
  // A plugin that the loadout would offer is only away: its extension is down or being reloaded.
  if (toolkits.isAwaited(name)) return { name, reason: 'unavailable', isTemporary: true };
  return { name, reason: 'unknown', isTemporary: false };
}
