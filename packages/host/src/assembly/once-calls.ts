import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  canonicalJson,
  type Failure,
  fail,
  hashArguments,
  type Refusal,
  type RequestedCall,
  refuse,
} from '@mortise/contracts';
import type { HeldClaim, RunHolder } from '../once/run-holder.ts';
import { describeResult } from './describe-result.ts';
import type { OnceAnswer, OnceLog } from './once-log.ts';
import type { SessionProblem, SessionResult } from './session-call.ts';

/** Who asks: the same id of another caller is another call. */
export interface OnceCaller {
  readonly agentId: string;
  readonly principalId?: string | undefined;
  readonly userId?: string | undefined;
  /** Two conversations of one client may count their calls from one. */
  readonly conversation: string;
}

export interface OnceRequest {
  readonly caller: OnceCaller;
  readonly calls: readonly RequestedCall<'id'>[];
  readonly signal: AbortSignal | undefined;
  /** Runs one, by itself: one that waits for its like must not hold up the others. */
  readonly run: (call: RequestedCall<'id'>) => Promise<SessionResult | undefined>;
  /** What it would be answered if it were to run now, without running. */
  readonly decide: (call: RequestedCall<'id'>) => Promise<SessionResult | undefined>;
}

export interface OnceCallsParts {
  /** Absent where the state keeps none. */
  readonly holder: RunHolder | undefined;
  readonly log: OnceLog;
  /** The tool says that it may run twice. */
  readonly isIdempotent: (toolName: string) => boolean;
}

/** A tool that may run twice is not run for ever. */
const MOST_RUNS = 3;
/** How long the same call that runs elsewhere is waited for, ms. */
const WAIT_MS = 120_000;
const LOOK_MS = 250;
/** A longer result is not kept for who asks again. */
const MOST_CHARS = 64_000;

/**
 * Runs calls whose ids say which call they are: one that is asked for again, of this host or another one on the same
 * state, runs no second time, and is answered as it ended. Its tool gets the same id each time.
 */
export class OnceCalls {
  readonly #parts: OnceCallsParts;

  constructor(parts: OnceCallsParts) {
    this.#parts = parts;
  }

  /** Answers in the order of the calls. Never rejects. */
  async execute(request: OnceRequest): Promise<readonly SessionResult[]> {
    return Promise.all(request.calls.map((call) => this.#execute(call, request)));
  }

  async #execute(call: RequestedCall<'id'>, request: OnceRequest): Promise<SessionResult> {
    const { caller, signal, run, decide } = request;
    const asked = { call, storedId: storedId(caller, call.id) };
    const note = (answer: OnceAnswer) => this.#parts.log.answered(caller, asked, answer);
    const claim = await this.#claim(asked, signal);
    if (!('code' in claim) && claim.status === 'ended')
      return keptResult(asked, { outcome: claim.outcome, decide, note });
    if ('code' in claim || claim.status !== 'granted') {
      const problem = 'code' in claim ? claim : NOT_ENDED[claim.status];
      note(problem);
      return problemOf(call, problem);
    }
    note('run');
    const result = await run({ ...call, id: asked.storedId });
    if (result?.status === 'refused') {
      await this.#parts.holder?.release({ id: asked.storedId, run: claim.run });
      return { ...(claim.runs > 1 ? hasRun(result) : result), id: call.id };
    }
    const end = await this.#end(asked, claim, result ?? problemOf(call, NOT_ENDED.lost));
    return end.status === 'ended' ? resultOf(call, end.outcome) : problemOf(call, NOT_ENDED.lost);
  }

  /** Until it is known who runs it; an outcome if that cannot be known. */
  async #claim(
    { call, storedId: id }: AskedOnce,
    signal: AbortSignal | undefined,
  ): Promise<HeldClaim | Refusal | Failure> {
    const { holder, isIdempotent } = this.#parts;
    if (holder === undefined) return refuse('call_ledger_unusable', NO_CALL_STORE);
    const mostRuns = isIdempotent(call.name) ? MOST_RUNS : 1;
    try {
      const request = requestOf(call);
      for (const until = performance.now() + WAIT_MS; ; ) {
        const claim = await holder.claim({ id, request, mostRuns });
        if (claim.status !== 'running') return claim;
        if (signal?.aborted === true || performance.now() > until) return fail('call_running', '');
        await pause(LOOK_MS, undefined, signal === undefined ? {} : { signal }).catch(
          () => undefined,
        );
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refuse('call_ledger_unusable', reason);
    }
  }

  async #end({ storedId: id }: AskedOnce, { run }: HeldClaim, result: SessionResult) {
    const { holder } = this.#parts;
    const text = JSON.stringify(result);
    if (holder === undefined) return { status: 'ended', outcome: text } as const;
    const kept = text.length <= MOST_CHARS ? text : GONE;
    const end = await holder.end({ id, run }, kept);
    return end.status === 'ended' && end.outcome === kept
      ? ({ status: 'ended', outcome: text } as const)
      : end;
  }
}

/** A call with the id that its client chose, and the one that the host knows it by. */
export interface AskedOnce {
  readonly call: RequestedCall<'id'>;
  readonly storedId: string;
}

/** For who asks again: it has run, and what it said is gone. */
const GONE = '';
const RESULT_GONE = fail('call_result_gone', '');
const NO_CALL_STORE = 'The state of this host keeps no calls that run once.';

const NOT_ENDED = {
  lost: fail('call_lost', ''),
  running: fail('call_running', ''),
  other_request: refuse('call_id_reused', ''),
} as const;

/** Not the caller's own id: two callers may use one, and it is what the audit log calls the call. */
function storedId(caller: OnceCaller, id: string): string {
  const { agentId, principalId = '', userId = '', conversation } = caller;
  const named = canonicalJson([agentId, principalId, userId, conversation, id]);
  const hash = createHash('sha256').update(named);
  return `once_${hash.digest('hex').slice(0, 40)}`;
}

function requestOf({ name, args }: RequestedCall<'id'>): string {
  return `${name} ${hashArguments(args)}`;
}

function resultOf(call: RequestedCall<'id'>, outcome: string): SessionResult {
  const { id } = call;
  if (outcome === GONE) return problemOf(call, RESULT_GONE);
  // Written by a host of this state.
  return { ...(JSON.parse(outcome) as SessionResult), id };
}

interface KeptParts extends Pick<OnceRequest, 'decide'> {
  /** As it was written down when the call ended. */
  readonly outcome: string;
  readonly note: (answer: OnceAnswer) => void;
}

/** A result is given to who may have it now: what may not be called any more is not read in its place. */
async function keptResult(
  { call, storedId: id }: AskedOnce,
  { outcome, decide, note }: KeptParts,
): Promise<SessionResult> {
  const now = await decide({ ...call, id });
  if (now === undefined) {
    note(NOT_ENDED.lost);
    return problemOf(call, NOT_ENDED.lost);
  }
  // What was approved is not asked for again: a dry run says only that it would be.
  if (now.ok || now.status !== 'refused') {
    note(outcome === GONE ? RESULT_GONE : 'kept');
    return resultOf(call, outcome);
  }
  note({ status: 'refused', code: now.code });
  return { ...hasRun(now), id: call.id };
}

/** Nothing runs now, but it did before, or may have: `refused` would say that it never has. */
function hasRun(now: SessionProblem): SessionResult {
  return { ...now, status: 'failed', effects: 'unknown' };
}

function problemOf(
  { id: callId, name: toolName }: RequestedCall<'id'>,
  outcome: Refusal | Failure | undefined,
): SessionResult {
  const ended = outcome ?? fail('call_lost', '');
  const size = { raw: 0, reduced: 0 };
  return describeResult({
    ...{ callId, toolName, outcome: ended, sessionKey: '' },
    ...{ durationMs: 0, dryRun: false, size },
  });
}
