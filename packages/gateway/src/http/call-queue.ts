/** Which calls may run at once and which may wait; see `GatewayLimits`. */
export interface CallQueueLimits {
  readonly calls: number;
  readonly callsPerAgent: number;
  readonly callsPerCaller: number;
  readonly waitingCalls: number;
  readonly waitMs: number;
}

/** Whose call it is: an agent, and one of the clients that speak as it. */
export interface Caller {
  readonly agent: string;
  readonly caller: string;
}

/** Gives a place back; only the first time counts. */
export type LeavePlace = () => void;

interface Waiter {
  readonly who: Caller;
  readonly settle: (leave: LeavePlace | undefined) => void;
}

/** One caller may hold this part of the places to wait in. */
const SHARE_OF_QUEUE = 4;

/**
 * The places of calls. Over the limits a call waits for a bounded time; a place that becomes free goes
 * to the next agent in turn, and there to the next caller, so that one that asks a lot does not make
 * the others wait longer.
 */
export class CallQueue {
  readonly #limits: CallQueueLimits;
  readonly #running = new Map<string, number>();
  /** In the order in which each has its turn: agents, their callers, the calls of each. */
  readonly #waiting = new Map<string, Map<string, Waiter[]>>();
  readonly #idle = new Set<() => void>();
  #total = 0;
  #waitingTotal = 0;
  /** Calls that gave their places up until a person has decided. */
  #outside = 0;

  constructor(limits: CallQueueLimits) {
    this.#limits = limits;
  }

  get inFlight(): number {
    return this.#total;
  }

  get waiting(): number {
    return this.#waitingTotal;
  }

  /** A place, if there is one now. */
  tryEnter(who: Caller): LeavePlace | undefined {
    return this.#ahead(who) === 0 && this.#hasRoom(who) ? this.#take(who) : undefined;
  }

  /** A place, now or within the time; `undefined` if there is none, or if the caller went away. */
  enter(who: Caller, signal: AbortSignal): Promise<LeavePlace | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    const place = this.tryEnter(who);
    if (place !== undefined) return Promise.resolve(place);
    const ahead = this.#ahead(who);
    const { waitingCalls } = this.#limits;
    const isFull = this.#waitingTotal >= waitingCalls || ahead * SHARE_OF_QUEUE >= waitingCalls;
    return isFull ? Promise.resolve(undefined) : this.#wait(who, signal);
  }

  /** A call gives its place up for a while and is still to be answered; the answer says that it is back. */
  stepOut(): () => void {
    this.#outside += 1;
    return () => {
      this.#outside -= 1;
      this.#tellIdle();
    };
  }

  /** Refuses what waits: it will have no turn. */
  refuseWaiting(): void {
    const waiters = [...this.#waiting.values()].flatMap((callers) => [...callers.values()].flat());
    for (const { settle } of waiters) settle(undefined);
  }

  /** Resolves when no call has a place or is still to be answered, at the latest after this time. */
  async ended(withinMs: number): Promise<void> {
    if (this.#isIdle) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle.add(resolve);
    const timer = setTimeout(resolve, withinMs);
    await promise;
    clearTimeout(timer);
    this.#idle.delete(resolve);
  }

  /** Calls of the same caller that wait already. */
  #ahead({ agent, caller }: Caller): number {
    return this.#waiting.get(agent)?.get(caller)?.length ?? 0;
  }

  #wait(who: Caller, signal: AbortSignal): Promise<LeavePlace | undefined> {
    return new Promise((resolve) => {
      const settle = (leave: LeavePlace | undefined) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#remove(waiter);
        resolve(leave);
        this.#tellIdle();
      };
      const giveUp = () => settle(undefined);
      const waiter: Waiter = { who, settle };
      const timer = setTimeout(giveUp, this.#limits.waitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#add(waiter);
    });
  }

  #take(who: Caller): LeavePlace {
    this.#count(who, 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#count(who, -1);
      this.#admitWaiting();
      this.#tellIdle();
    };
  }

  #hasRoom({ agent, caller }: Caller): boolean {
    const { calls, callsPerAgent, callsPerCaller } = this.#limits;
    return (
      this.#total < calls &&
      (this.#running.get(agentKey(agent)) ?? 0) < callsPerAgent &&
      (this.#running.get(callerKey(agent, caller)) ?? 0) < callsPerCaller
    );
  }

  #count({ agent, caller }: Caller, change: 1 | -1): void {
    this.#total += change;
    for (const key of [agentKey(agent), callerKey(agent, caller)]) {
      const count = (this.#running.get(key) ?? 0) + change;
      if (count === 0) this.#running.delete(key);
      else this.#running.set(key, count);
    }
  }

  #admitWaiting(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      next.settle(this.#take(next.who));
    }
  }

  /** The first call of the first caller in turn that has room; its agent and it go to the end of theirs. */
  #next(): Waiter | undefined {
    if (this.#total >= this.#limits.calls) return undefined;
    for (const [agent, callers] of this.#waiting) {
      for (const [caller, [first]] of callers) {
        if (first === undefined || !this.#hasRoom(first.who)) continue;
        moveToEnd(callers, caller);
        moveToEnd(this.#waiting, agent);
        return first;
      }
    }
    return undefined;
  }

  #add(waiter: Waiter): void {
    const { agent, caller } = waiter.who;
    const callers = this.#waiting.get(agent) ?? new Map<string, Waiter[]>();
    this.#waiting.set(agent, callers);
    callers.set(caller, [...(callers.get(caller) ?? []), waiter]);
    this.#waitingTotal += 1;
  }

  #remove(waiter: Waiter): void {
    const { agent, caller } = waiter.who;
    const callers = this.#waiting.get(agent);
    const others = callers?.get(caller)?.filter((each) => each !== waiter) ?? [];
    this.#waitingTotal -= 1;
    if (others.length > 0) callers?.set(caller, others);
    else callers?.delete(caller);
    if (callers?.size === 0) this.#waiting.delete(agent);
  }

  get #isIdle(): boolean {
    return this.#total + this.#waitingTotal + this.#outside === 0;
  }

  #tellIdle(): void {
    if (!this.#isIdle) return;
    for (const resolve of this.#idle) resolve();
  }
}

const agentKey = (agent: string) => `agent ${agent}`;
const callerKey = (agent: string, caller: string) => JSON.stringify([agent, caller]);

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
