import {
  type ApprovalDecision,
  type ApprovalState,
  type ApprovalStore,
  type ApprovalWay,
  type BoundCall,
  type Disposer,
  EMBEDDER,
  type ERROR_CODES,
  type ErrorCode,
  type HeldCall,
  isStanding,
  type Logger,
  MortiseError,
  type Principal,
  type ResolvedApprovals,
} from '@mortise/contracts';
import { createDisposer } from '@mortise/core';
import type { ApprovalLog } from './approval-log.ts';
import { type ApprovalView, type ViewRedactor, viewApproval } from './approval-view.ts';
import { ANY_HOLD, type ApprovalWaiters, type WaitBounds } from './approval-waiters.ts';
import { decideHeld } from './change-held.ts';
import { mayElicit } from './may-elicit.ts';
import { requireApprover } from './require-approver.ts';

/** What a person or a program says of a call on hold. */
export interface ApprovalAnswer {
  readonly verdict: 'approved' | 'denied';
  readonly reason?: string;
}

export interface DecideOptions extends ApprovalAnswer {
  /** What was seen; the decision is refused if it is for something else. */
  readonly hash?: string;
  /** Who decides; the embedder if absent. */
  readonly principal?: Principal;
  readonly way?: ApprovalWay;
}

export interface ApprovalListing {
  readonly approvals: readonly ApprovalView[];
  /** To ask for later changes with. */
  readonly mark: number;
}

export interface ListOptions {
  readonly states?: readonly ApprovalState[];
  readonly agentIds?: readonly string[];
  readonly after?: number;
  readonly limit?: number;
}

/** Told of a call that waits; may decide it. What it throws decides nothing. */
export type WaitingListener = (
  approval: ApprovalView,
) => ApprovalAnswer | undefined | Promise<ApprovalAnswer | undefined>;

/** Whose client asked its user. */
export type ElicitingCaller = Pick<BoundCall, 'agentId' | 'sessionKey' | 'userId' | 'principalId'>;

export interface ApprovalsParts {
  readonly settings: () => ResolvedApprovals;
  readonly store: ApprovalStore;
  readonly waiters: ApprovalWaiters;
  readonly log: ApprovalLog;
  readonly logger: Logger;
  /** Wall clock, ms. */
  readonly now: () => number;
  readonly redactor: () => ViewRedactor | undefined;
}

const PAGE = 200;
const MOST_REASON_CHARS = 1_000;

/** The calls of a host that wait for a person: what they are, and the one place that decides them. */
export class Approvals {
  readonly #parts: ApprovalsParts;
  readonly #listeners = new Set<WaitingListener>();

  constructor(parts: ApprovalsParts) {
    this.#parts = parts;
  }

  /** Oldest change first. Rejects while the state cannot be read. */
  async list({ limit = PAGE, ...query }: ListOptions = {}): Promise<ApprovalListing> {
    const { held, mark } = await this.#parts.store.list({ ...query, limit });
    return { approvals: held.map((each) => this.#view(each)), mark };
  }

  /** Those that wait now. */
  async waiting(options: Omit<ListOptions, 'states'> = {}): Promise<ApprovalListing> {
    const { approvals, mark } = await this.list({ ...options, states: ['waiting'] });
    return { approvals: approvals.filter(({ state }) => state === 'waiting'), mark };
  }

  /** Throws `unknown_approval`. */
  async show(id: string): Promise<ApprovalView> {
    return this.#view(await this.#find(id));
  }

  /**
   * Approves or denies a call on hold; durable once it resolves. Throws `unknown_approval`,
   * `approval_decided`, or `approval_forbidden` for a principal that may not.
   */
  async decide(id: string, options: DecideOptions): Promise<ApprovalView> {
    const { principal = EMBEDDER, way = 'embedder', hash } = options;
    const held = await this.#find(id);
    requireApprover(principal, held);
    if (hash !== undefined && hash !== held.hash) throw decided(id, 'it is not what was seen');
    return this.#decide(id, options, { by: principal.id, way });
  }

  async #decide(
    id: string,
    answer: ApprovalAnswer,
    { by, way }: Pick<ApprovalDecision, 'by' | 'way'>,
  ): Promise<ApprovalView> {
    const { verdict } = answer;
    const reason = answer.reason?.slice(0, MOST_REASON_CHARS) ?? '';
    for (;;) {
      const held = await this.#find(id);
      const at = this.#parts.now();
      const change = decideHeld(held, {
        verdict,
        by,
        way,
        at,
        ...(reason === '' ? {} : { reason }),
      });
      if (change.status === 'impossible') throw decided(id, `it is ${change.state}`);
      // Another decision came in between: what it made of the hold is looked at.
      if (!(await this.#parts.store.replace(change.next))) continue;
      this.#parts.log.decided(change.next);
      this.#parts.waiters.wake(id);
      return this.#view(change.next);
    }
  }

  /**
   * Takes what the user of an agent's own client said. Throws `approval_forbidden` unless the operator
   * lets this agent's clients ask their users, and for a hold of another conversation.
   */
  async decideElicited(
    id: string,
    caller: ElicitingCaller,
    answer: ApprovalAnswer,
  ): Promise<ApprovalView> {
    const held = await this.#find(id);
    const { call } = held;
    const isOwn =
      call.agentId === caller.agentId &&
      call.sessionKey === caller.sessionKey &&
      call.userId === caller.userId &&
      call.principalId === caller.principalId;
    if (!isOwn || !mayElicit(held, this.#parts.settings())) throw fault('approval_forbidden', id);
    return this.#decide(id, answer, { by: caller.principalId, way: 'elicitation' });
  }

  /** Whether the client that asked may put this question to its own user. Throws `unknown_approval`. */
  async mayElicit(id: string): Promise<boolean> {
    return mayElicit(await this.#find(id), this.#parts.settings());
  }

  /** How long the call of a client that is not told of progress should wait. */
  get clientWaitMs(): number {
    return this.#parts.settings().clientWaitMs;
  }

  /**
   * Waits until something changes after a mark, and answers what; nothing if the time is over first, the
   * caller goes away or the host ends.
   */
  async changes(
    { after, ...query }: ListOptions & { readonly after: number },
    { signal, ms }: WaitBounds,
  ): Promise<ApprovalListing> {
    const until = performance.now() + ms;
    for (let mark = after; ; ) {
      const found = await this.list({ ...query, after: mark });
      const left = until - performance.now();
      if (found.approvals.length > 0 || left <= 0) return found;
      mark = found.mark;
      const end = await this.#parts.waiters.wait(ANY_HOLD, { signal, ms: left });
      if (end === 'aborted' || end === 'closing') return found;
    }
  }

  /**
   * Tells of every call that begins to wait, and of those that wait already, until the disposer is
   * called. The first listener that answers decides.
   */
  onWaiting(listener: WaitingListener): Disposer {
    const registered: WaitingListener = (approval) => listener(approval);
    this.#listeners.add(registered);
    void this.#tellOfOld(registered);
    return createDisposer(() => this.#listeners.delete(registered));
  }

  /** Tells of every hold that no call of this host waits for any more, until the disposer is called. */
  onLeft(listener: (approvalId: string) => void): Disposer {
    return createDisposer(this.#parts.waiters.onLeft(listener));
  }

  /** A call began to wait. */
  announce(held: HeldCall): void {
    for (const listener of this.#listeners) void this.#ask(listener, held);
  }

  async #tellOfOld(listener: WaitingListener): Promise<void> {
    const { store, now, logger } = this.#parts;
    try {
      const { held } = await store.list({ states: ['waiting'], limit: PAGE });
      for (const each of held) if (isStanding(each, now())) void this.#ask(listener, each);
    } catch (error) {
      logger.warn({ error }, 'Calls on hold could not be listed.');
    }
  }

  async #ask(listener: WaitingListener, held: HeldCall): Promise<void> {
    try {
      const answer = await listener(this.#view(held));
      if (answer?.verdict !== 'approved' && answer?.verdict !== 'denied') return;
      await this.decide(held.id, { ...answer, hash: held.hash });
    } catch (error) {
      if (MortiseError.is(error) && error.code === 'approval_decided') return;
      this.#parts.logger.error({ error, id: held.id }, 'A listener for calls on hold failed.');
    }
  }

  async #find(id: string): Promise<HeldCall> {
    const held = await this.#parts.store.read(id);
    if (held === undefined) throw fault('unknown_approval', id);
    return held;
  }

  #view(held: HeldCall): ApprovalView {
    const { now, redactor, waiters } = this.#parts;
    return viewApproval(held, {
      ...{ now: now(), redactor: redactor(), callers: waiters.callersOf(held.id) },
    });
  }
}

function decided(id: string, why: string): MortiseError {
  return fault('approval_decided', `${id}: ${why}.`);
}

function fault(code: ErrorCode & keyof typeof ERROR_CODES, detail: string): MortiseError {
  return new MortiseError(code, detail);
}
