import {
  type ContentPart,
  type JsonValue,
  type OutcomeCode,
  type RunProgress,
  type ToolOutcome,
  textOf,
} from '@mortise/contracts';

export interface CallOptions {
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly userId?: string;
  readonly turnCount?: number;
  readonly overrides?: { readonly [key: string]: JsonValue };
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** How a call ended. `text` is what a model would read, also when it failed. */
export type CallOutcome =
  | {
      readonly status: 'ok';
      readonly text: string;
      readonly content: readonly ContentPart[];
      readonly structured?: JsonValue;
      readonly isError: boolean;
      readonly progress: readonly RunProgress[];
    }
  | {
      readonly status: 'refused' | 'failed';
      readonly text: string;
      readonly code: OutcomeCode;
      readonly progress: readonly RunProgress[];
    };

export function describeOutcome(
  outcome: ToolOutcome,
  progress: readonly RunProgress[],
): CallOutcome {
  const content = outcome.status === 'refused' ? undefined : outcome.content;
  if (outcome.status !== 'ok' && content === undefined) {
    const { status, code, message } = outcome;
    return { status, text: message, code, progress };
  }
  const parts = content ?? [];
  const isError = outcome.status !== 'ok';
  const structured = outcome.status === 'refused' ? undefined : outcome.structured;
  return {
    ...{ status: 'ok', text: textOf(parts), content: parts, isError, progress },
    ...(structured === undefined ? {} : { structured }),
  };
}
