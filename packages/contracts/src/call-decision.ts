import type { ToolCall } from './call.ts';
import type { Refusal, ToolOutcome } from './outcome.ts';
import type { ToolClass } from './reversibility.ts';
import type { RuleVerdict } from './ruling.ts';
import type { ToolEntry } from './tool-entry.ts';

/** Rules on arguments. Synchronous, and on exactly what the tool will get. */
export interface CallRules {
  /** `chain`: the gravest class among the calls that it is decided with, if they are more than itself. */
  decide(call: Pick<ToolCall, 'entry' | 'args'>, chain?: ToolClass): RuleVerdict;
  /** Which calls are decided together; absent: each by itself. */
  readonly chain?: 'batch' | 'session';
  classOf?(entry: ToolEntry): ToolClass;
}

/** What has been stopped, as a whole or in parts. */
export interface CallStops {
  /** A plain field, read for every call: while it is false, nothing is asked. */
  readonly isInForce: boolean;
  refusalFor(call: ToolCall): Refusal | undefined;
  /**
   * Has `abort` called when one call of several is stopped while it waits or runs; the answer ends that.
   * The only call of a batch is ended with its batch.
   */
  follow?(call: ToolCall, abort: (reason: unknown) => void): () => void;
}

/** A place in the rates and budgets of a call; given back when it ends, once, however it ends. */
export interface RateLease {
  release(outcome: ToolOutcome): void;
  /** While a person is asked, it is none of the calls that run at the same time. */
  pause?(): void;
  /** It goes on; a refusal if there is no place any more. */
  resume?(): Promise<Refusal | undefined>;
}

/** Rates and budgets. */
export interface CallRates {
  /** A plain field, read for every call: while it is false, nothing is asked. */
  readonly isInForce: boolean;
  take(call: ToolCall): Refusal | RateLease | Promise<Refusal | RateLease>;
}

/** A call that may run once, as it is. */
export interface ApprovedCall {
  readonly approvalId: string;
  /**
   * The durable step that uses the approval up; a refusal if that was done before or cannot be done.
   * Called when the turn of the call has come, right before tool code starts.
   */
  claim(): Promise<Refusal | undefined>;
  /** Told how the call ended, claimed or not. Never throws. */
  ended(outcome: ToolOutcome): void;
}

/** Puts calls on hold until a person decides. */
export interface CallApprovals {
  /** The call is frozen, its arguments too, and the schema of its tool has accepted them. Heeds its abort signal. */
  hold(call: ToolCall, why: RuleVerdict): Promise<Refusal | ApprovedCall>;
}

/** What calls of a session have done so far, for agents whose calls are decided together. */
export interface CallChains {
  /** The gravest class that calls of its session had. */
  gravestOf(call: ToolCall): Promise<ToolClass>;
  /** Written down before such a call runs; a refusal if that cannot be done. */
  note(call: ToolCall, of: ToolClass): Promise<Refusal | undefined>;
}

/** Where nothing may run that is not written down before. */
export interface CallRecords {
  /** A plain field, read for every call: while it is false, nothing is asked. */
  readonly isInForce: boolean;
  /** Writes down that the call is about to run; a refusal if that cannot be done. */
  refusalFor(call: ToolCall): Refusal | undefined;
}

/** Who has a say between the gates and the hooks; what is absent costs nothing. */
export interface CallDeciders {
  readonly stops?: CallStops | undefined;
  /** For calls without a surface; a surface brings rules of its own. */
  readonly rules?: CallRules | undefined;
  readonly rates?: CallRates | undefined;
  /** Absent: calls of one session are decided by batch. */
  readonly chains?: CallChains | undefined;
  /** Asked last, when all others agree. */
  readonly records?: CallRecords | undefined;
  /** Absent: what must be asked for is refused. */
  readonly approvals?: CallApprovals | undefined;
}
