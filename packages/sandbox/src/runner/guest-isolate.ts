import { performance } from 'node:perf_hooks';
import type { HostFrame } from '../wire/host-to-runner.ts';
import { IsolateLoad } from './isolate-load.ts';
import type { IsolateParts } from './isolate-parts.ts';
import type { LiveIsolate } from './live-isolate.ts';
import { QuickTools } from './quick-tools.ts';
import type { RunnerCall } from './runner-call.ts';
import { NO_CALLS } from './running-calls.ts';

/** Fewer are entered for one by one: a timer is armed for every entry of several. */
const MIN_TOGETHER = 4;

/** One guest, one extension in one worker scope: takes what the host sends for it. */
export class GuestIsolate {
  readonly #parts: IsolateParts;
  readonly #load: IsolateLoad;
  readonly #isolate: LiveIsolate;
  readonly #quickTools = new QuickTools();

  constructor(parts: IsolateParts) {
    this.#parts = parts;
    this.#load = new IsolateLoad(parts, (early) => this.call(early));
    this.#isolate = this.#load.isolate;
  }

  load(): void {
    this.#load.start();
  }

  /** Calls for this guest; those of tools that are known to be quick share an entry, which costs as much as they do. */
  call(list: readonly RunnerCall[]): void {
    if (this.#isolate.state === 'loading') this.#load.addEarly(list);
    else if (list.length === 1 || this.#mayRunTogether(list)) this.#run(list);
    else for (const call of list) this.#run([call]);
  }

  answer({ seq, id, isOk, value }: HostFrame & { readonly kind: 'answer' }): void {
    const call = this.#isolate.calls.get(seq);
    if (call === undefined) return;
    this.#isolate.enter('answer', [seq, id, isOk, value], [call]);
    this.#isolate.enter('flush', [], [call]);
  }

  cancel(seq: number): void {
    const isolate = this.#isolate;
    if (this.#load.cancelEarly(seq)) {
      isolate.report.unreached(seq);
      return;
    }
    const call = isolate.calls.get(seq);
    if (call === undefined) return;
    isolate.enter('cancel', [seq], [call]);
    isolate.enter('flush', [], [call]);
    if (isolate.calls.has(seq)) isolate.requests.end(call, 'cancelled');
  }

  /** A call may last so much longer. */
  postpone(seq: number, ms: number): void {
    this.#isolate.calls.get(seq)?.postpone(ms);
  }

  /** Ends the guest without a word about its calls: the host has asked for it. */
  close(): void {
    this.#load.close();
  }

  /**
   * A shared entry ends by the CPU limit, which tells its calls apart. Calls whose time may be up
   * before that run by themselves: the wall limit of one would end the entry of all.
   */
  #mayRunTogether(list: readonly RunnerCall[]): boolean {
    const { cpuMs } = this.#parts.spec.limits;
    return (
      list.length >= MIN_TOGETHER &&
      list.every(({ toolName, timeoutMs }) => timeoutMs > cpuMs && this.#quickTools.has(toolName))
    );
  }

  #run(list: readonly RunnerCall[]): void {
    const isolate = this.#isolate;
    if (isolate.state === 'gone') {
      for (const { seq } of list) isolate.report.unreached(seq);
      return;
    }
    const now = performance.now();
    const pieces: string[] = [];
    // Of several, the longest: whose time is up before ends by the host's clock, not with the others.
    let wallMs = 0;
    for (const call of list) {
      isolate.calls.begin(call, now);
      for (const piece of call.pieces) pieces.push(piece);
      wallMs = Math.max(wallMs, call.timeoutMs);
    }
    const { micros, unbegun, hasWords } = isolate.enterFor({ calls: list, pieces, wallMs });
    // An asynchronous tool that was done at once has settled in the microtasks after the entry, and
    // any tool may have settled what another call waits for.
    if (isolate.calls.size > 0 || hasWords)
      isolate.enter('flush', [], list.length === 1 ? list : NO_CALLS);
    const isAnswered = isolate.calls.size === 0 || list.every(({ seq }) => !isolate.calls.has(seq));
    this.#quickTools.note(list, micros, isAnswered);
    if (isolate.calls.hasUnchecked) this.#runUnchecked(list);
    // One of several took long: those that have not begun are entered for one by one, or sent back.
    const first = unbegun[0]?.seq ?? Number.POSITIVE_INFINITY;
    for (const call of list) {
      if (call.seq >= first) this.#run([call]);
      call.dropTexts();
    }
  }

  /** Some arguments can only be checked in the clean realm: those calls begin again when it is there. */
  #runUnchecked(list: readonly RunnerCall[]): void {
    const isolate = this.#isolate;
    const waiting = isolate.calls.takeUnchecked();
    if (isolate.state === 'open' && !this.#parts.engine.openCleanRealm())
      isolate.lose('broken', NO_CALLS);
    for (const call of list) if (waiting.includes(call.seq)) this.#run([call]);
  }
}
