import type { ResolvedLimits } from '@mortise/contracts';
import type { PendingCall } from './pending-call.ts';

export type QueueLimits = Pick<
  ResolvedLimits,
  'concurrentCalls' | 'toolConcurrentCalls' | 'waitingCalls' | 'waitingBytes'
>;

const MAX_WAIT_S = 60;

/**
 * The turns of one extension's calls. So many run at once, and of one tool fewer, so that a slow tool
 * leaves places to the others. What waits gets its turn tool by tool, and within a tool in order.
 */
export class CallQueue {
  readonly #limits: QueueLimits;
  /** By tool; the tool whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<PendingCall>>();
  /** An entry stays: one that came and went with every call would leave garbage behind each time. */
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #waitingCount = 0;
  #waitingBytes = 0;
  #finished = 0;
  /** When calls began to wait, and how many had finished by then. */
  #waitingSince = 0;
  #finishedBefore = 0;
  #isAdvancing = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Calls that run or wait. */
  get size(): number {
    return this.#running + this.#waitingCount;
  }

  get finished(): number {
    return this.#finished;
  }

  /** A call of so many bytes may not wait any more. */
  isFullFor(bytes: number): boolean {
    const { waitingCalls, waitingBytes } = this.#limits;
    return this.#waitingCount >= waitingCalls || this.#waitingBytes + bytes > waitingBytes;
  }

  /** In how many seconds it may be worth trying again, by how fast calls have finished while others waited. */
  secondsToWait(now: number): number {
    const finished = this.#finished - this.#finishedBefore;
    const seconds = (now - this.#waitingSince) / 1_000;
    const estimate = finished === 0 ? MAX_WAIT_S : (seconds / finished) * this.#waitingCount;
    return Math.max(1, Math.min(MAX_WAIT_S, Math.ceil(estimate)));
  }

  hasTurn(toolName: string): boolean {
    return (
      this.#running < this.#limits.concurrentCalls &&
      (this.#runningOf.get(toolName) ?? 0) < this.#limits.toolConcurrentCalls
    );
  }

  wait(call: PendingCall, now: number): void {
    if (this.#waitingCount === 0) {
      this.#waitingSince = now;
      this.#finishedBefore = this.#finished;
    }
    const { toolName } = call.request;
    const calls = this.#waiting.get(toolName);
    if (calls === undefined) this.#waiting.set(toolName, new Set([call]));
    else calls.add(call);
    this.#waitingCount += 1;
    this.#waitingBytes += call.bytesIn;
  }

  /** A call was given to an isolate. */
  begin({ request: { toolName } }: PendingCall): void {
    this.#running += 1;
    this.#runningOf.set(toolName, (this.#runningOf.get(toolName) ?? 0) + 1);
  }

  /** A call has left its isolate. */
  leave({ request: { toolName } }: PendingCall): void {
    this.#running -= 1;
    this.#runningOf.set(toolName, (this.#runningOf.get(toolName) ?? 1) - 1);
  }

  finish(call: PendingCall): void {
    this.#finished += 1;
    this.#remove(call);
  }

  /** Gives out turns, in one loop: a call that is settled in it must not begin another. */
  advance(start: (call: PendingCall) => void): void {
    if (this.#isAdvancing || this.#waitingCount === 0) return;
    this.#isAdvancing = true;
    try {
      for (let call = this.#takeNext(); call !== undefined; call = this.#takeNext()) start(call);
    } finally {
      this.#isAdvancing = false;
    }
  }

  /** The first call of the next tool that has a free place; that tool is the last one then. */
  #takeNext(): PendingCall | undefined {
    for (const [toolName, calls] of this.#waiting) {
      const [call] = calls;
      if (call === undefined || !this.hasTurn(toolName)) continue;
      this.#remove(call);
      if (this.#waiting.delete(toolName)) this.#waiting.set(toolName, calls);
      return call;
    }
    return undefined;
  }

  #remove(call: PendingCall): void {
    const { toolName } = call.request;
    const calls = this.#waiting.get(toolName);
    if (calls?.delete(call) !== true) return;
    if (calls.size === 0) this.#waiting.delete(toolName);
    this.#waitingCount -= 1;
    this.#waitingBytes -= call.bytesIn;
  }
}
