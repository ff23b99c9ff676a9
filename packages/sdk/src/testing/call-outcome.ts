import type {
  ContentPart,
  JsonValue,
  OutcomeCode,
  RunProgress,
  RunReply,
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

export function describeReply(reply: RunReply, progress: readonly RunProgress[]): CallOutcome {
  if (reply.kind !== 'returned') {
    return { status: reply.kind, text: reply.message, code: reply.code, progress };
  }
  const { content, structured, isError = false } = reply.value;
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return {
    ...{ status: 'ok', text, content, isError, progress },
    ...(structured === undefined ? {} : { structured }),
  };
}
