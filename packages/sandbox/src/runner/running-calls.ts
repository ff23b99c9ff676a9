import { SeqTable } from '../wire/seq-table.ts';
import type { RunnerCall } from './runner-call.ts';

/** For an entry that is for no particular call. */
export const NO_CALLS: readonly RunnerCall[] = [];

/** The calls that run in one isolate. */
export class RunningCalls extends SeqTable<RunnerCall> {
  #unchecked: number[] = [];

  begin(call: RunnerCall, now: number): void {
    call.begin(now);
    this.add(call);
  }

  /** Until when an entry may last: one for no particular call, as long as any call has time left. */
  lastDeadline(calls: readonly RunnerCall[]): number {
    let latest = 0;
    for (const { deadline } of calls.length > 0 ? calls : this.values())
      latest = Math.max(latest, deadline);
    return latest;
  }

  /** A call has not begun: it waits for the clean realm. */
  markUnchecked({ seq }: RunnerCall): void {
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
  spentOf(calls: readonly RunnerCall[], cpuMs: number): readonly RunnerCall[] {
    return calls.filter((call) => call.cpuMicros > cpuMs * 1_000 && this.has(call.seq));
  }
}
