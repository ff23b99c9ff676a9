import { canonicalJson } from '../policy/canonical-json.ts';
import { DYNAMIC_TOOLS } from './control-plane-names.ts';
import type { ToolOverrides } from './merge-overrides.ts';
import type { DroppedToolkit } from './sanitize-loaded.ts';

export type LoadStatus =
  | 'unknown'
  | 'not_allowed'
  | 'scope_incompatible'
  | 'already_loaded'
  | 'error'
  | 'conflict'
  | 'loaded';

export type UnloadStatus =
  | 'unknown'
  | 'not_allowed'
  | 'sticky'
  | 'not_loaded'
  | 'error'
  | 'unloaded';

export interface ListedToolkit {
  readonly name: string;
  readonly description: string;
  readonly tool_names: readonly string[];
  readonly loaded: boolean;
  readonly sticky: boolean;
}

export interface ReplyBase {
  readonly tool: typeof DYNAMIC_TOOLS;
  readonly loaded_toolkits: readonly string[];
  /** Toolkits that the session had and lost; absent if there are none. */
  readonly dropped_toolkits?: readonly { readonly name: string; readonly reason: string }[];
}

export interface ListReply extends ReplyBase {
  readonly status: 'ok';
  readonly toolkits: readonly ListedToolkit[];
  /** Discoverable plugins left out because there are too many; `capability_list` searches them. */
  readonly omitted_toolkits?: number;
}

export interface MoveReply<Status extends LoadStatus | UnloadStatus> extends ReplyBase {
  readonly status: Status;
  readonly toolkit: string;
  readonly message: string;
  /** The surface of this request does not move (M-3). */
  readonly takes_effect?: 'next_request';
  /** The tools that stand in the way. */
  readonly tools?: readonly string[];
  readonly conflicts?: readonly ReplyConflict[];
}

export interface ReplyConflict {
  readonly tool: string;
  readonly held_by: readonly string[];
  readonly active_overrides: ToolOverrides;
  readonly toolkit_overrides: ToolOverrides;
}

export type LoadReply = MoveReply<LoadStatus>;
export type UnloadReply = MoveReply<UnloadStatus>;
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

/** JSON text with sorted keys at every level: equal replies are equal bytes (M-7). */
export function printReply(reply: ToolkitReply): string {
  return canonicalJson(reply);
}
