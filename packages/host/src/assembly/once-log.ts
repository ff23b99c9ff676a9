import {
  type AuditEntry,
  type AuditSink,
  type Failure,
  hashArguments,
  type Refusal,
} from '@mortise/contracts';
import type { AskedOnce, OnceCaller } from './once-calls.ts';

export interface OnceLogParts {
  readonly audit: AuditSink;
  /** Wall clock, ms. */
  readonly now: () => number;
}

/** What becomes of a call that is to run once: it runs now, is answered as it ended before, or neither. */
export type OnceAnswer = 'run' | 'kept' | Pick<Refusal | Failure, 'status' | 'code'>;

/**
 * Writes down under which id the host knows a call whose id its client chose, and what it was answered if
 * it did not run: that is no call of the pipeline, which writes down its own.
 */
export class OnceLog {
  readonly #parts: OnceLogParts;

  constructor(parts: OnceLogParts) {
    this.#parts = parts;
  }

  /** Never throws: an audit log that cannot be written is a diagnostic of its own, and strict mode refuses the call itself. */
  answered(caller: OnceCaller, { call, storedId }: AskedOnce, answer: OnceAnswer): void {
    const { audit, now } = this.#parts;
    const { agentId, userId, principalId = 'embedder', conversation } = caller;
    try {
      audit.record({
        ...{ at: now(), action: 'tools.once', target: storedId, ...endOf(answer) },
        ...{ callId: call.id, toolName: call.name, agentId, principalId },
        ...(userId === undefined ? {} : { userId }),
        argsHash: hashArguments(call.args),
        detail: { answer: typeof answer === 'string' ? answer : answer.status, conversation },
      });
    } catch {
      // Arguments without JSON, or a sink that failed and has said so.
    }
  }
}

function endOf(answer: OnceAnswer): Pick<AuditEntry, 'kind' | 'decision' | 'reason'> {
  if (typeof answer === 'string') return { kind: 'call', decision: 'allowed' };
  const { status, code: reason } = answer;
  if (status === 'refused') return { kind: 'permission', decision: 'denied', reason };
  return { kind: 'call', decision: 'failed', reason };
}
