import type { RunRequest } from '@mortise/contracts';
import type { CallFacts } from '../wire/call-frames.ts';

const PLAIN_ID = /^[\w.:-]{1,200}$/;

/** Writes what a tool is told about its caller. One caller makes many calls. */
export class CallFactsWriter {
  #lastCaller: RunRequest['caller'] | undefined;
  #lastText = '';

  write({ caller, overrides }: RunRequest): string {
    if (overrides !== undefined) return writeFacts({ ...caller, overrides });
    const last = this.#lastCaller;
    if (last === undefined || !isSameCaller(last, caller)) {
      this.#lastCaller = { ...caller };
      this.#lastText = writeFacts(caller);
    }
    return this.#lastText;
  }
}

function isSameCaller(a: RunRequest['caller'], b: RunRequest['caller']): boolean {
  return (
    a.agentId === b.agentId &&
    a.sessionKey === b.sessionKey &&
    a.userId === b.userId &&
    a.turnCount === b.turnCount
  );
}

function writeFacts(from: CallFacts): string {
  const { agentId, sessionKey, userId, turnCount, overrides } = from;
  return JSON.stringify({ agentId, sessionKey, userId, turnCount, overrides });
}

/** An ordinary id crosses as it is, any other as JSON. */
export function writeCallId(callId: string): string {
  return PLAIN_ID.test(callId) ? callId : JSON.stringify(callId);
}
