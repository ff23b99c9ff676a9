import type { Disposer } from './disposer.ts';
import type { ToolResult } from './tool.ts';

export interface ToolReducerContext {
  readonly args: unknown;
  readonly turnCount: number;
}

/**
 * Shortens what one tool answers. Deterministic and synchronous.
 * One that throws, answers with a promise or with something else than a shorter result of the
 * same kind is ignored for that call: the result stays as it was.
 */
export interface ToolResultReducer {
  readonly toolName: string;
  reduce(result: ToolResult, context: ToolReducerContext): ToolResult;
}

export interface ToolResultReducerRegistry {
  /** Throws `reducer_clash` if the tool has a reducer already. */
  register(reducer: ToolResultReducer): Disposer;
  get(toolName: string): ToolResultReducer | undefined;
}
