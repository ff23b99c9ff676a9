import { nearestName } from '@mortise/contracts';
import { findOverrideConflicts } from '../policy/exposure/merge-overrides.ts';
import type { AgentToolkit, AgentToolkits } from './agent-toolkits.ts';
import { type SanitizedToolkits, sanitizeLoaded } from './sanitize-loaded.ts';
import {
  type ListedToolkit,
  type ListReply,
  type LoadReply,
  type LoadStatus,
  type MoveReply,
  replyBase,
  type UnloadReply,
  type UnloadStatus,
} from './toolkit-reply.ts';

/** What the three operations look at. */
export interface ToolkitSituation {
  readonly toolkits: AgentToolkits;
  /** The rows of the session; `undefined` where there is no session that could keep any. */
  readonly persisted: readonly string[] | undefined;
  /** Names permitted to this very request, which may be fewer than the agent's; absent means the agent's. */
  readonly permitted?: ReadonlySet<string> | undefined;
}

/** A reply, and the rows to write if something changes. Nothing was promised before they are written. */
export interface ToolkitMove<Reply> {
  readonly reply: Reply;
  readonly next?: readonly string[];
}

const NEXT_REQUEST = { takes_effect: 'next_request' } as const;

/** A listing must fit into one result, whatever a loadout makes discoverable. */
const MOST_DISCOVERABLE = 100;

/** What the agent may load, in the order the operator wrote it, and what is loaded now. */
export function listToolkits(situation: ToolkitSituation): ListReply {
  const { toolkits } = situation;
  const { loaded, dropped } = sanitizeLoaded(toolkits, situation.persisted ?? []);
  const isLoaded = new Set(loaded);
  const fitting = toolkits.offered.filter((toolkit) => toolkit.sharedOnlyTools.length === 0);
  let room = MOST_DISCOVERABLE;
  const listed = fitting.filter(({ kind, name }) => {
    if (kind === 'configured' || isLoaded.has(name)) return true;
    room -= 1;
    return room >= 0;
  });
  const omitted = fitting.length - listed.length;
  return {
    status: 'ok',
    ...replyBase(loaded, dropped),
    toolkits: listed.map((toolkit) => describeToolkit(toolkit, situation, isLoaded)),
    ...(omitted === 0 ? {} : { omitted_toolkits: omitted }),
  };
}

function describeToolkit(
  toolkit: AgentToolkit,
  { permitted }: ToolkitSituation,
  isLoaded: ReadonlySet<string>,
): ListedToolkit {
  return {
    name: toolkit.name,
    description: toolkit.description,
    tool_names: toolkit.permittedTools
      .map((tool) => tool.name)
      .filter((name) => permitted?.has(name) !== false),
    loaded: isLoaded.has(toolkit.name),
    sticky: toolkit.isInitial,
  };
}

/** Decides a load, in the order of docs/contract.md#m-7. */
export function loadToolkit(situation: ToolkitSituation, name: string): ToolkitMove<LoadReply> {
  const { toolkits, persisted } = situation;
  const state = sanitizeLoaded(toolkits, persisted ?? []);
  const say = replier<LoadStatus>(state, name);
  const toolkit = toolkits.find(name);
  if (toolkit === undefined) return { reply: say(...absent(toolkits, name)) };
  if (toolkit.sharedOnlyTools.length > 0) return { reply: say(...scopeClash(toolkits, toolkit)) };
  if (state.loaded.includes(name)) {
    return { reply: say('already_loaded', `Toolkit '${name}' is loaded already.`, NEXT_REQUEST) };
  }
  if (persisted === undefined) {
    return {
      reply: say('error', `Toolkit '${name}' cannot be loaded: there is no session to keep it in.`),
    };
  }
  const conflicts = findOverrideConflicts(state.held, toolkit.permittedTools);
  if (conflicts.length > 0) {
    const tools = conflicts.map((conflict) => conflict.tool);
    const message = `Toolkit '${name}' was not loaded: ${tools.join(', ')} would have other overrides than now.`;
    const shown = conflicts.map(({ tool, held, heldBy, asked }) => ({
      tool,
      held_by: heldBy,
      active_overrides: held,
      toolkit_overrides: asked,
    }));
    return { reply: say('conflict', message, { tools, conflicts: shown }) };
  }
  const loaded = inOfferedOrder(toolkits, [...state.loaded, name]);
  const message = `Toolkit '${name}' is loaded. Its tools are there from the next request on, not in this one.`;
  return {
    reply: { ...say('loaded', message, NEXT_REQUEST), loaded_toolkits: loaded },
    next: [...state.kept.filter((row) => row !== name), name],
  };
}

/** Decides an unload, in the order of docs/contract.md#m-7. */
export function unloadToolkit(situation: ToolkitSituation, name: string): ToolkitMove<UnloadReply> {
  const { toolkits, persisted } = situation;
  const state = sanitizeLoaded(toolkits, persisted ?? []);
  const say = replier<UnloadStatus>(state, name);
  const toolkit = toolkits.find(name);
  if (toolkit === undefined) return { reply: say(...absent(toolkits, name)) };
  if (toolkit.isInitial) {
    return { reply: say('sticky', `Toolkit '${name}' is loaded from the start and stays loaded.`) };
  }
  if (!state.loaded.includes(name)) {
    return { reply: say('not_loaded', `Toolkit '${name}' is not loaded.`, NEXT_REQUEST) };
  }
  const loaded = state.loaded.filter((each) => each !== name);
  const message = `Toolkit '${name}' is unloaded. Its tools are gone from the next request on.`;
  return {
    reply: { ...say('unloaded', message, NEXT_REQUEST), loaded_toolkits: loaded },
    next: state.kept.filter((row) => row !== name),
  };
}

/** The reply to a move that the store could not keep: nothing changed. */
export function failedMove(
  situation: ToolkitSituation,
  name: string,
  reason: string,
): MoveReply<'error'> {
  const state = sanitizeLoaded(situation.toolkits, situation.persisted ?? []);
  return replier<'error'>(state, name)('error', `Nothing was changed: ${reason}`);
}

type Extras = Pick<MoveReply<LoadStatus>, 'takes_effect' | 'tools' | 'conflicts'>;

function replier<Status extends LoadStatus | UnloadStatus>(state: SanitizedToolkits, name: string) {
  return (status: Status, message: string, extras: Extras = {}): MoveReply<Status> => ({
    status,
    ...replyBase(state.loaded, state.dropped),
    toolkit: name,
    message,
    ...extras,
  });
}

function absent(toolkits: AgentToolkits, name: string): ['unknown' | 'not_allowed', string] {
  if (toolkits.isKnown(name)) return ['not_allowed', `Toolkit '${name}' is not for this agent.`];
  const offered = toolkits.offered.map((toolkit) => toolkit.name);
  const meant = nearestName(name, offered);
  const advice =
    meant === undefined ? 'Call list_toolkits() for the names.' : `Did you mean '${meant}'?`;
  return ['unknown', `There is no toolkit '${name}'. ${advice}`];
}

function scopeClash(
  toolkits: AgentToolkits,
  toolkit: AgentToolkit,
): ['scope_incompatible', string, Extras] {
  const tools = toolkit.sharedOnlyTools;
  const message = `Toolkit '${toolkit.name}' holds ${tools.join(', ')}, which cannot run with worker_scope=${toolkits.workerScope}.`;
  return ['scope_incompatible', message, { tools }];
}

function inOfferedOrder(toolkits: AgentToolkits, names: readonly string[]): readonly string[] {
  const position = (name: string) => toolkits.find(name)?.position ?? 0;
  return names.toSorted((left, right) => position(left) - position(right));
}
