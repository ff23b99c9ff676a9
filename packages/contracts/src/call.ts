import type { ToolContext } from './tool.ts';
import type { ToolEntry } from './tool-entry.ts';

/** One call on its way, before anything is known about it. `rawArguments` is hostile. */
export interface ToolCall {
  readonly callId: string;
  readonly toolName: string;
  readonly rawArguments: unknown;
  readonly context: ToolContext;
}

/** The name belongs to a tool that this request may use. */
export interface ResolvedCall extends ToolCall {
  readonly entry: ToolEntry;
}

/** The arguments are what will run: a frozen copy that nobody else holds. */
export interface ValidatedCall extends ResolvedCall {
  readonly args: unknown;
}

/** Every gate and every policy hook let it pass. */
export interface AdmittedCall extends ValidatedCall {
  readonly resultBudgetChars: number;
}
