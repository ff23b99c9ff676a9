import { type CellLoss, FRAME_END, type OpenFault } from '../wire/frame.ts';
import { SeqTable } from '../wire/seq-table.ts';
import { bootText } from './boot-text.ts';
import { CellDoor } from './cell-door.ts';
import type { AnswerParts, CallParts, CellParts } from './cell-parts.ts';
import { CellReporter } from './cell-reporter.ts';
import { CellTimers } from './cell-timers.ts';
import { type Entry, type GuestEntryName, GuestSourceError } from './guest-engine.ts';
import { GuestOrders, type RegistrationLine } from './guest-orders.ts';
import type { RunningCall } from './running-call.ts';
import { ToolPace } from './tool-pace.ts';

/** Fewer are entered for one by one: a timer is armed for every entry of several. */
const MIN_TOGETHER = 4;
const NO_CALLS: readonly RunningCall[] = [];
/** Of entries that run nothing but the prelude. */
const OWN_CODE = { timeoutMs: 0, isForSeveral: false };

/** One guest: one extension in one worker scope, with the calls that run in it. */
export class Cell {
  readonly #parts: CellParts;
  readonly #door: CellDoor;
  readonly #calls = new SeqTable<RunningCall>();
  readonly #timers = new CellTimers((id) => this.#fireTimer(id));
  /** Calls that came before the registration was over: the host does not wait for it. */
  readonly #early: CallParts[] = [];
  readonly #report: CellReporter;
  readonly #orders: GuestOrders;
  readonly #loadDeadline: number;
  #state: 'loading' | 'open' | 'gone' = 'loading';
  #loadTimer: NodeJS.Timeout | undefined;
  readonly #pace = new ToolPace();

  constructor(parts: CellParts) {
    this.#parts = parts;
    this.#door = new CellDoor(parts);
    this.#report = new CellReporter({
      cell: parts.id,
      send: parts.send,
      heapBytes: () => parts.engine.heapBytes(),
      logLines: parts.spec.logLines,
    });
    this.#orders = new GuestOrders({
      spec: parts.spec,
      calls: this.#calls,
      timers: this.#timers,
      report: this.#report,
      state: () => this.#state,
      onRegistration: (line) => this.#finishLoad(line),
      onIdle: () => this.#goIdle(),
    });
    this.#loadDeadline = performance.now() + parts.spec.loadMs;
  }

  load(): void {
    const { spec, engine, id } = this.#parts;
    const boot = bootText(spec, this.#parts.randomSeed());
    const fileName = `extension:///${spec.extensionId}.js`;
    const facts = { cell: id, seq: 0, until: 0, patienceMs: spec.loadMs };
    this.#parts.pulse.enter(facts, performance.now());
    try {
      const { source, loadMs } = spec;
      const evaluated = engine.evaluate({ boot, source, fileName, timeoutMs: loadMs });
      if (evaluated.kind === 'threw') this.#failLoad('threw', evaluated.text);
      else this.#after(evaluated, { cause: 'deadline', call: undefined });
      if (this.#state !== 'loading') return;
      this.#after(engine.register(this.#timeLeft(undefined)), {
        cause: 'deadline',
        call: undefined,
      });
      if (this.#state === 'loading') this.#enter('flush', [], undefined);
      if (this.#state === 'loading') this.#limitLoad();
    } catch (error) {
      const isSource = error instanceof GuestSourceError;
      this.#failLoad('source', isSource ? error.message : 'the isolate could not be made');
    } finally {
      this.#parts.pulse.leave(performance.now());
    }
  }

  /** Calls for this guest; those of tools that are known to be quick share an entry, which costs as much as they do. */
  call(list: readonly CallParts[]): void {
    if (this.#state === 'loading') {
      this.#early.push(...list);
      return;
    }
    if (list.length === 1 || this.#mayRunTogether(list)) this.#run(list);
    else for (const parts of list) this.#run([parts]);
  }

  #mayRunTogether(list: readonly CallParts[]): boolean {
    return (
      list.length >= MIN_TOGETHER && list.every(({ toolName }) => this.#pace.isQuick(toolName))
    );
  }

  #run(list: readonly CallParts[]): void {
    if (this.#state === 'gone') {
      for (const { seq } of list) this.#report.unreached(seq);
      return;
    }
    const now = performance.now();
    const calls: RunningCall[] = [];
    let lines = '';
    let wallMs = Number.POSITIVE_INFINITY;
    for (const parts of list) {
      calls.push(this.#begin(parts, now));
      lines += `${parts.text}${FRAME_END}`;
      wallMs = Math.min(wallMs, parts.timeoutMs);
    }
    this.#parts.pulse.begin(calls.at(-1)?.seq ?? 0);
    const visit = this.#door.enter('calls', [lines], { calls, wallMs });
    this.#pace.note(list, visit.micros);
    const sole = calls.length === 1 ? calls[0] : undefined;
    if (visit.entry.kind === 'overtime' && sole === undefined) this.#loseMany(calls, visit.cause);
    else this.#after(visit.entry, { cause: visit.cause, call: sole });
    if (visit.isSpent && sole !== undefined && this.#calls.has(sole.seq)) this.#lose('cpu', sole);
    // An asynchronous tool that was done at once has settled in the microtasks after the entry.
    if (calls.some(({ seq }) => this.#calls.has(seq))) this.#enter('flush', [], sole);
  }

  answer(parts: AnswerParts): void {
    const call = this.#calls.get(parts.seq);
    if (call === undefined) return;
    this.#enter('answer', [parts.seq, parts.id, parts.isOk, parts.text], call);
    this.#enter('flush', [], call);
  }

  cancel(seq: number): void {
    const early = this.#early.findIndex((parts) => parts.seq === seq);
    if (early >= 0) {
      this.#early.splice(early, 1);
      this.#report.unreached(seq);
      return;
    }
    const call = this.#calls.get(seq);
    if (call === undefined) return;
    this.#enter('cancel', [seq], call);
    this.#enter('flush', [], call);
    if (this.#calls.has(seq)) this.#orders.end(call, 'cancelled');
  }

  /** Ends the guest without a word about its calls: the host has asked for it. */
  close(): void {
    this.#state = 'gone';
    clearTimeout(this.#loadTimer);
    this.#timers.stopAll();
    this.#calls.clear();
    this.#parts.engine.kill();
  }

  #enter(
    name: GuestEntryName,
    args: readonly (string | number | boolean)[],
    call: RunningCall | undefined,
  ): void {
    if (this.#state === 'gone') return;
    const calls = call === undefined ? NO_CALLS : [call];
    const visit = this.#door.enter(name, args, { calls, wallMs: this.#timeLeft(call) });
    this.#after(visit.entry, { cause: visit.cause, call });
    if (visit.isSpent && call !== undefined && this.#calls.has(call.seq)) this.#lose('cpu', call);
  }

  #begin({ seq, timeoutMs }: CallParts, now: number): RunningCall {
    const call = { seq, deadline: now + timeoutMs, cpuMicros: 0, logLines: 0, hostCalls: 0 };
    this.#calls.add(call);
    return call;
  }

  /** One of several was stopped: those before it have answers to give, those after it have not begun. */
  #loseMany(calls: readonly RunningCall[], cause: CellLoss): void {
    const { engine } = this.#parts;
    const where = engine.enter('where', [], OWN_CODE);
    const flushed = engine.enter('flush', [], OWN_CODE);
    if (flushed.kind === 'returned') this.#readLines(flushed.text);
    const index =
      where.kind === 'returned' ? calls.findIndex((call) => call.seq === Number(where.text)) : -1;
    for (const call of index < 0 ? [] : calls.slice(index + 1)) {
      if (this.#calls.delete(call.seq)) this.#report.unreached(call.seq);
    }
    this.#lose(cause, calls[index]);
  }

  /** Draws the consequences of an entry; `cause` is why it would have been stopped. */
  #after(
    entry: Entry,
    about: { readonly cause: 'cpu' | 'deadline'; readonly call: RunningCall | undefined },
  ): void {
    switch (entry.kind) {
      case 'returned':
        if (entry.text !== '') this.#readLines(entry.text);
        return;
      case 'overtime':
        this.#lose(about.cause, about.call);
        return;
      case 'memory':
        this.#lose('memory', about.call);
        return;
      case 'threw':
        this.#report.log(about.call, 'warn', JSON.stringify(`unhandled rejection: ${entry.text}`));
        this.#retake(about.call);
        return;
      default:
        entry satisfies never;
    }
  }

  /** The rejection came out in place of what the guest had to say. */
  #retake(call: RunningCall | undefined): void {
    const entry = this.#parts.engine.enter('retake', [], OWN_CODE);
    if (entry.kind === 'returned') this.#readLines(entry.text);
    else this.#lose('broken', call);
  }

  #timeLeft(call: RunningCall | undefined): number {
    let latest = call?.deadline ?? (this.#state === 'loading' ? this.#loadDeadline : 0);
    // Whoever an entry is for, the others of the isolate may have time left.
    if (latest === 0)
      for (const other of this.#calls.values()) latest = Math.max(latest, other.deadline);
    return Math.max(1, latest - performance.now());
  }

  #readLines(text: string): void {
    if (!this.#orders.obey(text)) this.#lose('broken', undefined);
  }

  #fireTimer(id: number): void {
    // Whose timer it is nobody knows; with one call in the isolate it can only be that one's.
    const sole = this.#calls.size === 1 ? this.#calls.values()[0] : undefined;
    this.#enter('timer', [id], sole);
    this.#enter('flush', [], sole);
  }

  #finishLoad(line: RegistrationLine): void {
    if (line.kind === 'unregistered') this.#failLoad('threw', line.json, true);
    else if (line.json.length > this.#parts.spec.registrationChars) {
      this.#failLoad('too_large', 'it registers too much');
    } else {
      this.#state = 'open';
      clearTimeout(this.#loadTimer);
      this.#timers.stopAll();
      this.#report.opened(line.json);
      if (this.#early.length > 0) this.call(this.#early.splice(0));
    }
  }

  /** A registration that waits for something: nothing else would end it. */
  #limitLoad(): void {
    this.#loadTimer = setTimeout(
      () => this.#failLoad('deadline', 'its registration took too long'),
      this.#timeLeft(undefined),
    );
  }

  #failLoad(fault: OpenFault, text: string, isJson = false): void {
    this.close();
    this.#report.unopened(fault, isJson ? text : JSON.stringify(text));
    if (this.#early.length > 0) this.call(this.#early.splice(0));
  }

  /** The guest forgets its timers too. */
  #goIdle(): void {
    this.#timers.stopAll();
    const entry = this.#parts.engine.enter('idle', [], OWN_CODE);
    if (entry.kind !== 'returned') this.#lose('broken', undefined);
  }

  /** The isolate is thrown away: a guest that was stopped in the middle cannot be trusted to go on. */
  #lose(cause: CellLoss, guilty: RunningCall | undefined): void {
    if (this.#state === 'gone') return;
    if (this.#state === 'loading') {
      this.#failLoad(cause === 'cpu' ? 'deadline' : cause, '');
      return;
    }
    const calls = this.#calls.values();
    this.close();
    for (const call of calls) {
      const fault = guilty === undefined || call === guilty ? cause : 'cell_lost';
      this.#report.ended(call, fault);
    }
    this.#report.lost(cause);
  }
}
