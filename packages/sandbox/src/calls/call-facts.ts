import type { RunRequest } from '@mortise/contracts';
import type { CallFacts } from '../wire/frame.ts';

const PLAIN_ID = /^[\w.:-]{1,200}$/;

/** Writes what a tool is told about its call, in the two fields of its frame: call id and facts. */
export class CallFactsWriter {
  #lastCaller: RunRequest['caller'] | undefined;
  #lastText = '';

  write(request: RunRequest): string {
    const { callId } = request;
    const id = PLAIN_ID.test(callId) ? callId : JSON.stringify(callId);
    return `${id}\t${this.#factsOf(request)}`;
  }

  /** One caller makes many calls. */
  #factsOf({ caller, overrides }: RunRequest): string {
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
