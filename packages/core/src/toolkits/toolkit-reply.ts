import { canonicalJson } from '@mortise/contracts';
import type { ToolOverrides } from '../policy/exposure/merge-overrides.ts';
import { DYNAMIC_TOOLS } from '../policy/selectors/control-plane-names.ts';
import type { DroppedToolkit } from './sanitize-loaded.ts';

/** What `load_tools` may answer, in the order in which it is checked. */
export type LoadStatus =
  | 'unknown'
  | 'not_allowed'
  | 'scope_incompatible'
  | 'already_loaded'
  | 'error'
  | 'conflict'
  | 'loaded';

/** What `unload_tools` may answer, in the order in which it is checked. */
export type UnloadStatus =
  | 'unknown'
  | 'not_allowed'
  | 'sticky'
  | 'not_loaded'
  | 'error'
  | 'unloaded';

/** One toolkit in a listing; `tool_names` are those the agent is permitted. */
export interface ListedToolkit {
  readonly name: string;
  readonly description: string;
  readonly tool_names: readonly string[];
  readonly loaded: boolean;
  readonly sticky: boolean;
}

/** What every reply carries. */
export interface ReplyBase {
  readonly tool: typeof DYNAMIC_TOOLS;
  readonly loaded_toolkits: readonly string[];
  /** Toolkits that the session had and lost; absent if there are none. */
  readonly dropped_toolkits?: readonly { readonly name: string; readonly reason: string }[];
}

/** The answer of `list_toolkits`. */
export interface ListReply extends ReplyBase {
  readonly status: 'ok';
  readonly toolkits: readonly ListedToolkit[];
  /** Discoverable plugins left out because there are too many; `capability_list` searches them. */
  readonly omitted_toolkits?: number;
}

/** The answer of `load_tools` or `unload_tools`. Nothing has changed unless the status says so. */
export interface MoveReply<Status extends LoadStatus | UnloadStatus> extends ReplyBase {
  readonly status: Status;
  readonly toolkit: string;
  readonly message: string;
  /** The surface of this request does not move. */
  readonly takes_effect?: 'next_request';
  /** The tools that stand in the way. */
  readonly tools?: readonly string[];
  readonly conflicts?: readonly ReplyConflict[];
}

/** One tool that is held already with other overrides. */
export interface ReplyConflict {
  readonly tool: string;
  readonly held_by: readonly string[];
  readonly active_overrides: ToolOverrides;
  readonly toolkit_overrides: ToolOverrides;
}

/** The answer of `load_tools`. */
export type LoadReply = MoveReply<LoadStatus>;
/** The answer of `unload_tools`. */
export type UnloadReply = MoveReply<UnloadStatus>;
/** Any answer of the three toolkit tools. */
export type ToolkitReply = ListReply | LoadReply | UnloadReply;

/** The part every reply has. */
export function replyBase(
  loaded: readonly string[],
  dropped: readonly DroppedToolkit[],
): ReplyBase {
  const base = { tool: DYNAMIC_TOOLS, loaded_toolkits: loaded } as const;
  if (dropped.length === 0) return base;
  return { ...base, dropped_toolkits: dropped.map(({ name, reason }) => ({ name, reason })) };
}

/** JSON text with sorted keys at every level: equal replies are equal bytes. */
export function printReply(reply: ToolkitReply): string {
  return canonicalJson(reply);
}
