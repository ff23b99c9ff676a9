import {
  type ApprovedCall,
  type CapabilitySubject,
  fail,
  type JsonValue,
  type Refusal,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';

/** Asks an operator whether exactly this may be asked; a decision of before counts, once. */
export type ApproveQuestion = (
  question: {
    readonly subject: CapabilitySubject;
    readonly operation: string;
    readonly input: JsonValue;
  },
  waitMs: number,
) => Promise<Refusal | ApprovedCall>;

export interface OutsideQuestion<Answer> {
  readonly subject: CapabilitySubject;
  /** `elicitation.elicit` */
  readonly operation: string;
  /** What an operator reads and approves, where that is asked for. */
  readonly input: JsonValue;
  readonly timeoutMs: number;
  readonly approve: ApproveQuestion | undefined;
  readonly ask: (signal: AbortSignal) => Promise<Answer>;
}

/**
 * Puts a question to who is behind a call, once an operator has approved it where the grant says so, and waits for
 * the answer for a bounded time. Throws a refusal if there is none.
 */
export async function askOutside<Answer>(question: OutsideQuestion<Answer>): Promise<Answer> {
  const { approve, timeoutMs } = question;
  const until = performance.now() + timeoutMs;
  if (approve === undefined) return askWithin(question, timeoutMs);
  const approved = await approve(question, timeoutMs);
  if ('status' in approved) throw denied(`It needs approval: ${approved.message}`);
  let outcome: ToolOutcome = refuse('aborted_before_start', '');
  try {
    const refusal = await approved.claim();
    if (refusal !== undefined) throw denied(`It needs approval: ${refusal.message}`);
    outcome = fail('execution_failed', 'There was no answer.');
    const answer = await askWithin(question, Math.max(1, until - performance.now()));
    outcome = { status: 'ok', content: [] };
    return answer;
  } finally {
    approved.ended(outcome);
  }
}

/** Whatever the other side does, it ends when the time is over or the call is. */
async function askWithin<Answer>(
  { subject, ask, timeoutMs }: OutsideQuestion<Answer>,
  ms: number,
): Promise<Answer> {
  const { signal: callSignal } = subject;
  if (callSignal.aborted) throw failed('The call has ended.');
  const ending = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (why: string) => {
    reject(failed(why));
    ending.abort();
  };
  const onAbort = () => end('The call has ended.');
  const timer = setTimeout(() => end(`There was no answer within ${timeoutMs / 1_000} s.`), ms);
  callSignal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([ask(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    callSignal.removeEventListener('abort', onAbort);
  }
}
