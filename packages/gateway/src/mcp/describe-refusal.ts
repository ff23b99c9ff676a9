import { nearestName, showOnOneLine, type ToolState, type ToolSurface } from '@mortise/contracts';
import type { SessionResult } from '@mortise/host';

/** A tool in one of these states is no secret, and what is said of it helps: it can be called, or is only down. */
const TOLD_STATES: ReadonlySet<ToolState | undefined> = new Set(['active', 'unavailable']);
const LOADABLE_STATES: ReadonlySet<ToolState | undefined> = new Set(['loadable', 'discoverable']);

/** More of a name is not repeated. */
const MOST_NAME_CHARS = 100;

/**
 * A result as a client may read it. That a tool is there and not for this agent is what operators see: to a
 * client, a tool that was never there and one that was denied are the same.
 */
export function describeRefusal(
  result: SessionResult,
  name: string,
  surface: ToolSurface,
): SessionResult {
  if (result.ok || result.code !== 'not_available') return result;
  const state = surface.stateOf(name);
  if (TOLD_STATES.has(state)) return result;
  const message = LOADABLE_STATES.has(state)
    ? `Tool "${name}" is not loaded. Load its toolkit; it is there at the next request.`
    : describeUnknown(name, surface);
  return { ...result, message };
}

function describeUnknown(name: string, surface: ToolSurface): string {
  const shown = showOnOneLine(name.slice(0, MOST_NAME_CHARS));
  const near = nearestName(
    shown,
    surface.active.map((tool) => tool.name),
  );
  const question = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `There is no tool "${shown}" here.${question}`;
}
