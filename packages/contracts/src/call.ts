import type { ResolvedLimits } from './limits.ts';
import type { RuleVerdict } from './ruling.ts';
import type { ToolContext } from './tool.ts';
import type { ToolEntry, ToolImplementation } from './tool-entry.ts';
import type { CallTrace } from './trace.ts';

/**
 * One call of a tool that the request may use, on its way through the host: made once, complete, and
 * never copied. Before, it is only a `RequestedCall`.
 */
export interface ToolCall {
  readonly callId: string;
  readonly toolName: string;
  /**
   * What will run. Where a hook sees them, they are a deeply frozen copy that the caller does not
   * hold, and the call is frozen too.
   */
  readonly args: unknown;
  readonly context: ToolContext;
  readonly entry: ToolEntry;
  readonly implementation: ToolImplementation;
  /** In force for its tool. */
  readonly limits: ResolvedLimits;
  /** Characters that its result may have, whatever others of its batch leave over. */
  readonly resultBudgetChars: number;
  /** `args` are a deeply frozen copy that the caller does not hold. */
  readonly isCopied?: boolean;
  /** What the rules on arguments said; absent if no rule is about its tool. */
  readonly ruling?: RuleVerdict;
  /** There while the program follows calls. */
  readonly trace?: CallTrace;
}
