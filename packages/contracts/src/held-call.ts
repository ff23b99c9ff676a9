import type { Approver } from './ruling.ts';

/**
 * What becomes of a call that a person must approve, and what each state may become. `expired` and
 * `ended` are final like all that lead nowhere.
 */
export const APPROVAL_STATES = {
  waiting: { next: ['approved', 'denied', 'expired', 'cancelled'], about: 'Not decided yet.' },
  approved: {
    next: ['used', 'denied', 'expired'],
    about: 'The same call may run once, until it expires. It can still be denied.',
  },
  denied: {
    next: [],
    about: 'Refused; the same call is refused without asking again until it expires.',
  },
  expired: {
    next: [],
    about: 'Its time was over before it was decided or used, which means refused.',
  },
  cancelled: { next: [], about: 'Its caller went away, and the host is set not to keep it then.' },
  used: {
    next: ['ended'],
    about:
      'Tool code was about to start. If the host ended then, it stays so: it ran once or never, and never runs again.',
  },
  ended: { next: [], about: 'It ran, once.' },
} as const satisfies Readonly<Record<string, ApprovalStateEntry>>;

interface ApprovalStateEntry {
  readonly next: readonly string[];
  readonly about: string;
}

export type ApprovalState = keyof typeof APPROVAL_STATES;

export const APPROVAL_STATE_NAMES = Object.keys(APPROVAL_STATES) as readonly ApprovalState[];

/** By which way a decision came. */
export type ApprovalWay = 'command' | 'api' | 'embedder' | 'elicitation';

/** What an approval is for: exactly this. All of it is in the hash. */
export interface BoundCall {
  readonly toolName: string;
  /** `process.run` for a program that the tool is about to run; absent for the call itself. */
  readonly operation?: string;
  /** Of what the model sees of the tool and, if an extension brings it, of its code. */
  readonly definitionHash: string;
  /** Canonical JSON, complete. */
  readonly args: string;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  /** Who asks: what one client was approved, no other one uses. */
  readonly principalId: string;
  /** Of what the configuration says of such a call. */
  readonly policyHash: string;
}

/** A call that waits for a person, and what became of it. Plain data, frozen. */
export interface HeldCall {
  readonly id: string;
  /** Grows by one with every change; compare-and-set is against it. */
  readonly version: number;
  readonly state: ApprovalState;
  readonly call: BoundCall;
  /** Of the call alone: finds the hold of the same call asked again. */
  readonly request: string;
  /** Of the call, the id and the expiry: what is decided. */
  readonly hash: string;
  /** Who asked, and the id that its call had when it asked first. */
  readonly principalId: string;
  readonly callId: string;
  /** Why it is held: the words of the rule, and its config path. */
  readonly reason: string;
  readonly rule?: string;
  /** Who may be asked, if the rule says so. */
  readonly approver?: Approver;
  /** Wall clock, ms. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decision?: ApprovalDecision;
  readonly use?: ApprovalUse;
}

export interface ApprovalDecision {
  readonly verdict: 'approved' | 'denied';
  /** The id of a principal, or `os:<user>` for a command without a host. */
  readonly by: string;
  readonly way: ApprovalWay;
  readonly at: number;
  readonly reason?: string;
}

/** How an approval was used. */
export interface ApprovalUse {
  readonly callId: string;
  readonly at: number;
  readonly endedAt?: number;
  /** `ok`, or the code of the outcome. */
  readonly outcome?: string;
  /** `unknown` until the call has ended, and for good if the host ended before it. */
  readonly effects: 'done' | 'none' | 'unknown';
}

/** The state as of now: what is undecided or unused when its time is over has expired. */
export function approvalStateAt(
  { state, expiresAt }: Pick<HeldCall, 'state' | 'expiresAt'>,
  now: number,
): ApprovalState {
  const canExpire = state === 'waiting' || state === 'approved';
  return canExpire && now >= expiresAt ? 'expired' : state;
}

/** Whether a hold still answers for the same call asked again: it waits, or its decision holds. */
export function isStanding(held: Pick<HeldCall, 'state' | 'expiresAt'>, now: number): boolean {
  return STANDING.has(held.state) && now < held.expiresAt;
}

const STANDING: ReadonlySet<ApprovalState> = new Set(['waiting', 'approved', 'denied']);
