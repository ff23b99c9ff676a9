import { CONTINUED_OPERATIONS, CONTINUED_PER_CALL, type ResolvedLimits } from '@mortise/contracts';

/** One request of a guest, as it came off the wire. */
export interface HostCall {
  readonly id: number;
  /** `<capability>.<operation>`. */
  readonly name: string;
  readonly guestJson: string;
}

export type HostCallLimits = Pick<
  ResolvedLimits,
  'hostCallsPerCall' | 'pendingHostCalls' | 'hostCallBytes'
>;

/** What one call has asked of the host, and whether it may ask more. Guests and runners count, too; this one decides. */
export class HostCallCounter {
  readonly #limits: HostCallLimits;
  #made = 0;
  #continued = 0;
  #open = 0;
  #last = 0;

  constructor(limits: HostCallLimits) {
    this.#limits = limits;
  }

  /** Those that count: what goes on with an earlier one does not. */
  get made(): number {
    return this.#made;
  }

  /** It has asked something since it was sent. */
  get hasAsked(): boolean {
    return this.#last > 0;
  }

  /** Guests count what they ask. */
  isNext(id: number): boolean {
    return id > this.#last;
  }

  /** The call is sent again and numbers what it asks anew. */
  restart(): void {
    this.#last = 0;
  }

  /** Counts a host call. Answers the limit that it is beyond, in words; undefined if it may be made. */
  count({ id, name, guestJson }: HostCall): string | undefined {
    const isContinued = CONTINUED_OPERATIONS.includes(name);
    this.#made += isContinued ? 0 : 1;
    this.#continued += isContinued ? 1 : 0;
    this.#last = id;
    const { hostCallsPerCall, pendingHostCalls, hostCallBytes } = this.#limits;
    if (this.#made + this.#continued / CONTINUED_PER_CALL > hostCallsPerCall)
      return `It made more than ${hostCallsPerCall} host calls.`;
    if (this.#open >= pendingHostCalls)
      return `It had more than ${pendingHostCalls} host calls open at once.`;
    if (guestJson.length > hostCallBytes)
      return `It asked the host with more than ${hostCallBytes} characters.`;
    return undefined;
  }

  open(): void {
    this.#open += 1;
  }

  close(): void {
    this.#open -= 1;
  }
}
