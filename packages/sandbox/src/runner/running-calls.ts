import type { ReceivedCall } from '../wire/call-frames.ts';
import { SeqTable } from '../wire/seq-table.ts';
import { RunningCall } from './running-call.ts';

/** For an entry that is for no particular call. */
export const NO_CALLS: readonly RunningCall[] = [];

/** The calls that run in one isolate. */
export class RunningCalls extends SeqTable<RunningCall> {
  #unchecked: number[] = [];

  begin({ seq, timeoutMs }: ReceivedCall, now: number): RunningCall {
    const call = new RunningCall(seq, now + timeoutMs);
    this.add(call);
    return call;
  }

  /** Until when an entry may last: one for no particular call, as long as any call has time left. */
  lastDeadline(calls: readonly RunningCall[]): number {
    let latest = 0;
    for (const { deadline } of calls.length > 0 ? calls : this.values())
      latest = Math.max(latest, deadline);
    return latest;
  }

  /** A call has not begun: it waits for the clean realm. */
  markUnchecked({ seq }: RunningCall): void {
    this.#unchecked.push(seq);
  }

  get hasUnchecked(): boolean {
    return this.#unchecked.length > 0;
  }

  /** Takes out the calls that wait for the clean realm, to be begun again. */
  takeUnchecked(): readonly number[] {
    const taken = this.#unchecked;
    this.#unchecked = [];
    for (const seq of taken) this.delete(seq);
    return taken;
  }

  /** Of these, the calls that still run and have used up their CPU time. */
  spentOf(calls: readonly RunningCall[], cpuMs: number): readonly RunningCall[] {
    return calls.filter((call) => call.cpuMicros > cpuMs * 1_000 && this.has(call.seq));
  }
}
