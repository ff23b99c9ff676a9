import {
  type ApprovalStore,
  type ApprovedCall,
  approvalStateAt,
  type BoundCall,
  type CallApprovals,
  type CapabilitySubject,
  type HeldCall,
  type Logger,
  type Refusal,
  type RefusalCode,
  type ResolvedApprovals,
  type RuleVerdict,
  refuse,
  type ToolCall,
  type ToolOutcome,
} from '@mortise/contracts';
import {
  type ApprovalBinding,
  approvalHash,
  type CapabilityUse,
  requestHash,
} from './approval-binding.ts';
import type { ApprovalLog } from './approval-log.ts';
import type { ApprovalWaiters } from './approval-waiters.ts';
import { endHeld, type HeldChange, leaveHeld, useHeld } from './change-held.ts';
import { mayElicit } from './may-elicit.ts';

/** Calls of one host that may wait, whatever the agents may. */
const MOST_WAITING = 1_000;
/** More than a person can be asked to read. */
const MOST_ARGUMENT_CHARS = 256_000;
/** Equal calls that wait for one hold; each has a place of the host that others may need. */
const MOST_TWINS = 4;
/** How often a caller that waits is told so: its request must not time out. */
const TELL_MS = 10_000;
/** How long one call may take from its approval to its start before a twin tries, too. */
const TURN_MS = 2_000;

export interface CallHoldsParts {
  readonly store: ApprovalStore;
  readonly waiters: ApprovalWaiters;
  readonly binder: ApprovalBinding;
  readonly log: ApprovalLog;
  readonly logger: Logger;
  readonly settings: () => ResolvedApprovals;
  /** Wall clock, ms. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Told of each call that begins to wait. */
  readonly onWaiting: (held: HeldCall) => void;
}

/** What is put on hold: a call, or what a call that runs is about to do. */
interface HoldRequest {
  /** Exactly what would be approved, as of now; `undefined` if its tool is gone. */
  readonly bind: () => BoundCall | undefined;
  readonly callId: string;
  readonly signal: AbortSignal;
  /** How long it may wait for a decision. */
  readonly waitMs: number;
  readonly tell: (message: string) => void;
}

/**
 * How long what a running call is about to do waits for a decision: long enough for a program that decides,
 * too short for a person, because the time of the call goes on. The same call asked again uses the decision.
 */
const USE_WAIT_MS = 1_000;

/** Puts calls on hold, lets them wait, and lets each that was approved run once. */
export class CallHolds implements CallApprovals {
  readonly #parts: CallHoldsParts;
  /** Who goes first among equal calls that one approval woke; until when. */
  readonly #turns = new Map<string, number>();
  readonly #writing = new Set<Promise<void>>();

  constructor(parts: CallHoldsParts) {
    this.#parts = parts;
  }

  hold(call: ToolCall, why: RuleVerdict): Promise<Refusal | ApprovedCall> {
    const { context, callId, toolName } = call;
    const { abortSignal: signal, approvalWaitMs: waitMs = Number.POSITIVE_INFINITY } = context;
    const tell = (message: string) => context.emit({ type: 'progress', toolName, message });
    const bind = () => this.#parts.binder.bind(call);
    return this.#hold({ bind, callId, signal, waitMs, tell }, why);
  }

  /** The same for what a call that runs is about to do. */
  holdUse(
    use: CapabilityUse,
    why: RuleVerdict,
    waitMs = USE_WAIT_MS,
  ): Promise<Refusal | ApprovedCall> {
    const { callId, signal }: CapabilitySubject = use.subject;
    const bind = () => this.#parts.binder.bindUse(use);
    const waiting = { waitMs, tell: () => undefined };
    return this.#hold({ bind, callId, signal, ...waiting }, why);
  }

  async #hold(request: HoldRequest, why: RuleVerdict): Promise<Refusal | ApprovedCall> {
    for (;;) {
      const bound = request.bind();
      if (bound === undefined) return stale('Its tool is gone');
      if (bound.args.length > MOST_ARGUMENT_CHARS) return tooLarge(bound);
      const held = await this.#place(request, bound, why);
      if ('status' in held) return held;
      const answer = await this.#decided(held, request);
      if (answer !== undefined) return answer;
      // Another call used what was decided: this one is asked for anew.
    }
  }

  /** Resolves when the ends of all calls so far are written down. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  #keep(writing: Promise<void>): void {
    this.#writing.add(writing);
    void writing.finally(() => this.#writing.delete(writing));
  }

  /** Writes down how a call ended that used an approval. Never rejects. */
  async #finish(approvalId: string, outcome: ToolOutcome): Promise<void> {
    this.#turns.delete(approvalId);
    const { store, now, logger } = this.#parts;
    try {
      const held = await store.read(approvalId);
      if (held?.state !== 'used') return this.#parts.waiters.wake(approvalId);
      await this.#write(endHeld(held, outcome, now()));
    } catch (error) {
      // The record keeps saying that the effects are unknown.
      logger.error({ error, approvalId }, 'The end of an approved call could not be written.');
    }
  }

  async #place(
    request: HoldRequest,
    bound: BoundCall,
    why: RuleVerdict,
  ): Promise<HeldCall | Refusal> {
    const { store, settings, now, log, onWaiting } = this.#parts;
    const at = now();
    const bounds = { now: at, perCaller: settings().waiting, total: MOST_WAITING };
    const answer = await store.hold(this.#describe(request, bound, { why, at }), bounds);
    if (answer.status === 'full') return refuse('approvals_full', answer.reason);
    if (answer.status === 'refused') return refuse('approvals_unavailable', answer.reason);
    if (answer.status === 'added') {
      log.held(answer.held);
      onWaiting(answer.held);
    }
    return answer.held;
  }

  #describe(
    { callId }: HoldRequest,
    bound: BoundCall,
    { why, at }: { readonly why: RuleVerdict; readonly at: number },
  ): HeldCall {
    const { settings, newId } = this.#parts;
    const id = `ap_${newId().replaceAll('-', '').slice(0, 20)}`;
    const expiresAt = at + settings().timeoutMs;
    return Object.freeze({
      ...{ id, version: 1, state: 'waiting', call: Object.freeze(bound) },
      ...{ request: requestHash(bound), hash: approvalHash({ id, call: bound, expiresAt }) },
      ...{ principalId: bound.principalId, callId, reason: why.reason },
      ...(why.path === undefined ? {} : { rule: why.path }),
      ...(why.approver === undefined ? {} : { approver: why.approver }),
      ...{ createdAt: at, expiresAt },
    } as const);
  }

  /** Waits until it is decided; `undefined` if another call used the decision. */
  async #decided(
    held: HeldCall,
    request: HoldRequest,
  ): Promise<Refusal | ApprovedCall | undefined> {
    const leave = this.#parts.waiters.attend(held.id);
    try {
      return await this.#untilDecided(held, request);
    } finally {
      leave();
    }
  }

  async #untilDecided(
    held: HeldCall,
    request: HoldRequest,
  ): Promise<Refusal | ApprovedCall | undefined> {
    const waitUntil = this.#parts.now() + request.waitMs;
    for (let current: HeldCall | undefined = held; current !== undefined; ) {
      const { id } = current;
      const now = this.#parts.now();
      const state = approvalStateAt(current, now);
      if (state === 'denied') return denied(current);
      if (state === 'expired') return this.#expire(current);
      if (state === 'approved' && this.#takeTurn(id, now)) return this.#approved(current, request);
      if (state !== 'approved' && state !== 'waiting') return undefined;
      if (now >= waitUntil || this.#parts.waiters.countOf(id) >= MOST_TWINS)
        return pending(current);
      const next = await this.#waitOn(current, request, waitUntil);
      if (next !== undefined) return next;
      current = await this.#parts.store.read(id);
    }
    return undefined;
  }

  /** A refusal if the caller is gone or the host ends; otherwise there may be something new. */
  async #waitOn(
    held: HeldCall,
    { signal, tell }: HoldRequest,
    waitUntil: number,
  ): Promise<Refusal | undefined> {
    const { waiters, now } = this.#parts;
    const turn = this.#turns.get(held.id) ?? Number.POSITIVE_INFINITY;
    const until = Math.min(held.expiresAt, waitUntil, held.state === 'approved' ? turn : waitUntil);
    if (held.state === 'waiting') tell(waitsFor(held));
    const ms = Math.min(Math.max(until - now(), 1), TELL_MS);
    const end = await waiters.wait(held.id, { signal, ms });
    if (end === 'closing') return refuseHeld('host_draining', '', held);
    if (end !== 'aborted') return undefined;
    await this.#abandon(held);
    return refuse('aborted_before_start', 'The call was cancelled while it waited for approval.');
  }

  /** What its caller left can still be decided and used by the same call, unless the operator set otherwise. */
  async #abandon({ id }: HeldCall): Promise<void> {
    const { settings, store, waiters, now, log, logger } = this.#parts;
    if (settings().whenCallerLeaves === 'keep' || waiters.countOf(id) > 0) return;
    try {
      const held = await store.read(id);
      if (held?.state !== 'waiting') return;
      const change = leaveHeld(held, 'cancelled', now());
      if (await this.#write(change)) log.left({ ...held, state: 'cancelled' });
    } catch (error) {
      logger.warn({ error, id }, 'A hold whose caller left could not be cancelled.');
    }
  }

  async #expire(held: HeldCall): Promise<Refusal> {
    const { now, log, logger } = this.#parts;
    try {
      const change = leaveHeld(held, 'expired', now());
      if (await this.#write(change)) log.left({ ...held, state: 'expired' });
    } catch (error) {
      logger.warn({ error, id: held.id }, 'That a hold has expired could not be written.');
    }
    return refuseHeld('approval_expired', `Approval ${held.id} was not decided in time.`, held);
  }

  #takeTurn(id: string, now: number): boolean {
    if ((this.#turns.get(id) ?? 0) > now) return false;
    // A call that was refused after it was approved leaves its turn behind.
    for (const [each, until] of this.#turns) if (until <= now) this.#turns.delete(each);
    this.#turns.set(id, now + TURN_MS);
    return true;
  }

  #approved({ id }: HeldCall, request: HoldRequest): ApprovedCall {
    return {
      approvalId: id,
      claim: () => this.#claim(id, request),
      ended: (outcome) => this.#keep(this.#finish(id, outcome)),
    };
  }

  /** Compare-and-set in the store, of a hold that is for exactly this call as of now. */
  async #claim(id: string, { bind, signal, callId }: HoldRequest): Promise<Refusal | undefined> {
    const { store, now, log } = this.#parts;
    try {
      const held = await store.read(id);
      const bound = bind();
      if (held === undefined || held.hash !== approvalHash(held)) return stale('It was changed');
      if (bound === undefined || requestHash(bound) !== held.request)
        return stale('The tool, the policy or the call is not what was approved');
      if (held.decision?.way === 'elicitation' && !mayElicit(held, this.#parts.settings())) {
        await this.#expire(held);
        return stale('Its client may not ask its user any more');
      }
      if (signal.aborted) return refuse('aborted_before_start', '');
      const change = useHeld(held, { callId, at: now() });
      if (change.status === 'impossible') return stale(`It is ${change.state}`);
      if (!(await this.#write(change))) return stale('Another call used it');
      log.used(change.next);
      return undefined;
    } finally {
      this.#turns.delete(id);
    }
  }

  async #write(change: HeldChange): Promise<boolean> {
    if (change.status === 'impossible') return false;
    const isWritten = await this.#parts.store.replace(change.next);
    if (isWritten) this.#parts.waiters.wake(change.next.id);
    return isWritten;
  }
}

function waitsFor({ id, expiresAt }: HeldCall): string {
  return `Waits for approval ${id} until ${new Date(expiresAt).toISOString()}.`;
}

function denied(held: HeldCall): Refusal {
  const { id, decision } = held;
  const reason = decision?.reason === undefined ? '' : `: ${decision.reason}`;
  return refuseHeld('approval_denied', `Approval ${id} was denied${reason}.`, held);
}

function pending(held: HeldCall): Refusal {
  const until = new Date(held.expiresAt).toISOString();
  const message = `The call waits for approval ${held.id}, until ${until}. Nothing has run.`;
  return refuseHeld('approval_pending', message, held);
}

function refuseHeld(code: RefusalCode, message: string, { id: approvalId }: HeldCall): Refusal {
  return Object.freeze({ ...refuse(code, message), approvalId });
}

function stale(why: string): Refusal {
  return refuse('approval_stale', `${why}; call again to ask for it.`);
}

function tooLarge({ args, toolName }: BoundCall): Refusal {
  const size = `The arguments of "${toolName}" have ${args.length} characters`;
  return refuse('approval_too_large', `${size}; a person is asked about ${MOST_ARGUMENT_CHARS}.`);
}
