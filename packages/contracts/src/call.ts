import type { ToolContext } from './tool.ts';
import type { ToolEntry } from './tool-entry.ts';

/** One call on its way, before anything is known about it. `args` is hostile. */
export interface ToolCall {
  readonly callId: string;
  readonly toolName: string;
  readonly args: unknown;
  readonly context: ToolContext;
}

/** The name belongs to a tool that this request may use. */
export interface ResolvedCall extends ToolCall {
  readonly entry: ToolEntry;
}

/**
 * The arguments are what will run. Where a hook sees them, they are a deeply frozen copy that the
 * caller does not hold, and so is the call itself.
 */
export interface ValidatedCall extends ResolvedCall {}

/** Every gate and every policy hook let it pass. */
export interface AdmittedCall extends ValidatedCall {
  readonly resultBudgetChars: number;
}
