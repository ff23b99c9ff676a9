import { type JsonValue, type RunProgress, type ToolOutcome, textOf } from '@mortise/contracts';

export interface CallOptions {
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly userId?: string;
  readonly turnCount?: number;
  readonly overrides?: { readonly [key: string]: JsonValue };
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * How a call ended, as a host sees it: an answer with `isError` is a failure that has content.
 * `text` is what a model would read, also when it failed.
 */
export type CallOutcome = ToolOutcome & {
  readonly text: string;
  readonly progress: readonly RunProgress[];
};

export function describeOutcome(
  outcome: ToolOutcome,
  progress: readonly RunProgress[],
): CallOutcome {
  const text = outcome.status === 'ok' ? textOf(outcome.content) : outcome.message;
  return { ...outcome, text, progress };
}
