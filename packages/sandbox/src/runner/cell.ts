import type { CallFault, CellLoss, OpenFault } from '../wire/frame.ts';
import { bootText } from './boot-text.ts';
import type { AnswerParts, CallParts, CellParts } from './cell-parts.ts';
import { CellReporter, type RunningCall } from './cell-reporter.ts';
import { CellTimers } from './cell-timers.ts';
import { type Entry, type GuestEntryName, GuestSourceError } from './guest-engine.ts';
import { type GuestLine, readGuestLine } from './guest-line.ts';
import { ToolPace } from './tool-pace.ts';

type EntryArgument = string | number | boolean;

/** Of the CPU limit; clocks of two kinds do not agree to the millisecond. */
const SPENT_SHARE = 0.95;

/** One guest: one extension in one worker scope, with the calls that run in it. */
export class Cell {
  readonly #parts: CellParts;
  readonly #calls = new Map<number, RunningCall>();
  readonly #timers = new CellTimers((id) => this.#fireTimer(id));
  /** Calls that came before the registration was over: the host does not wait for it. */
  readonly #early: CallParts[] = [];
  readonly #report: CellReporter;
  readonly #loadDeadline: number;
  #state: 'loading' | 'open' | 'gone' = 'loading';
  #loadTimer: NodeJS.Timeout | undefined;
  readonly #pace = new ToolPace();

  constructor(parts: CellParts) {
    this.#parts = parts;
    this.#report = new CellReporter({
      cell: parts.id,
      send: parts.send,
      heapBytes: () => parts.engine.heapBytes(),
      logLines: parts.spec.logLines,
    });
    this.#loadDeadline = performance.now() + parts.spec.loadMs;
  }

  load(): void {
    const { spec, engine, id } = this.#parts;
    const boot = bootText(spec, this.#parts.randomSeed());
    const fileName = `extension:///${spec.extensionId}.js`;
    this.#parts.pulse.enter({ cell: id, seq: 0, until: 0, patienceMs: spec.loadMs });
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
      this.#parts.pulse.leave();
    }
  }

  call(parts: CallParts): void {
    const { seq, toolName, mode, text } = parts;
    if (this.#state === 'loading') {
      this.#early.push(parts);
      return;
    }
    if (this.#state === 'gone') {
      this.#report.unreached(seq);
      return;
    }
    const call = this.#begin(parts);
    this.#parts.pulse.begin(seq);
    this.#enter('call', [seq, toolName, mode, text], call);
    // An asynchronous tool that was done at once has settled in the microtasks after the entry.
    if (this.#calls.has(seq)) this.#enter('flush', [], call);
    this.#pace.note(toolName, call.cpuMicros);
  }

  /** Several calls in one entry, if their tools are known to be quick: entering costs as much as they do. */
  callMany(list: readonly CallParts[]): void {
    if (this.#state !== 'open' || !list.every((parts) => this.#pace.isQuick(parts.toolName))) {
      for (const parts of list) this.call(parts);
      return;
    }
    const calls: RunningCall[] = [];
    let lines = '';
    for (const parts of list) {
      calls.push(this.#begin(parts));
      lines += `${parts.seq}\t${parts.toolName}\t${parts.mode}\t${parts.text}\n`;
    }
    this.#enterMany(lines, calls);
    if (calls.some((call) => this.#calls.has(call.seq))) this.#enter('flush', [], undefined);
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
    if (this.#calls.has(seq)) this.#end(call, 'cancelled');
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
    args: readonly EntryArgument[],
    call: RunningCall | undefined,
  ): void {
    if (this.#state === 'gone') return;
    const { engine, pulse, spec, clock } = this.#parts;
    const start = performance.now();
    const cpuLeft = spec.cpuMs - (call?.cpuMicros ?? 0) / 1000;
    const patience = Math.min(this.#timeLeft(call), clock.patience(cpuLeft, start));
    clock.begin(start);
    const seq = call?.seq ?? 0;
    pulse.enter({ cell: this.#parts.id, seq, until: seq, patienceMs: patience });
    const entry = engine.enter(name, args, patience);
    pulse.leave();
    const used = clock.used(performance.now() - start);
    if (call !== undefined) call.cpuMicros += used;
    const total = call?.cpuMicros ?? used;
    this.#after(entry, { cause: this.#causeOfStop(total), call });
    const isSpent = call !== undefined && total > spec.cpuMs * 1000;
    if (isSpent && this.#calls.has(call.seq)) this.#lose('cpu', call);
  }

  /** Which limit an entry that was stopped has run into: being stopped says how late it is, no more. */
  #causeOfStop(cpuMicros: number): 'cpu' | 'deadline' {
    return cpuMicros >= this.#parts.spec.cpuMs * 1000 * SPENT_SHARE ? 'cpu' : 'deadline';
  }

  #begin({ seq, timeoutMs }: CallParts): RunningCall {
    const deadline = performance.now() + timeoutMs;
    const call: RunningCall = { seq, deadline, cpuMicros: 0, logLines: 0, hostCalls: 0 };
    this.#calls.set(seq, call);
    return call;
  }

  #enterMany(lines: string, calls: readonly RunningCall[]): void {
    const { engine, pulse, spec, id, clock } = this.#parts;
    const start = performance.now();
    const first = calls[0]?.seq ?? 0;
    const last = calls.at(-1)?.seq ?? first;
    const wallLeft = Math.min(...calls.map((call) => this.#timeLeft(call)));
    clock.begin(start);
    pulse.begin(last);
    const patience = Math.min(wallLeft, clock.patience(spec.cpuMs, start));
    pulse.enter({ cell: id, seq: first, until: last, patienceMs: patience });
    const entry = engine.enter('calls', [lines], patience);
    pulse.leave();
    const used = clock.used(performance.now() - start);
    const share = used / calls.length;
    for (const call of calls) call.cpuMicros += Math.round(share);
    this.#pace.noteMany(share);
    const cause = this.#causeOfStop(used);
    if (entry.kind === 'overtime') this.#loseMany(calls, cause);
    else this.#after(entry, { cause, call: undefined });
  }

  /** One of several was stopped: those before it have answers to give, those after it have not begun. */
  #loseMany(calls: readonly RunningCall[], cause: CellLoss): void {
    const { engine } = this.#parts;
    const where = engine.enter('where', [], 0);
    const flushed = engine.enter('flush', [], 0);
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
    const entry = this.#parts.engine.enter('retake', [], this.#timeLeft(call));
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
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = readGuestLine(text.slice(start, end));
      if (line === undefined || !this.#obey(line)) {
        this.#lose('broken', undefined);
        return;
      }
      if (this.#state === 'gone') return;
      start = end + 1;
    }
  }

  /** False for what makes no sense now. A call that is over is not worth a word. */
  #obey(line: GuestLine): boolean {
    switch (line.kind) {
      case 'timer':
        return this.#startTimer(line.id, line.ms);
      case 'untimer':
        this.#timers.stop(line.id);
        return true;
      case 'registered':
      case 'unregistered':
        return this.#state === 'loading' && this.#finishLoad(line);
      case 'log':
        this.#report.log(this.#calls.get(line.seq), line.level, line.json);
        return true;
      default: {
        const call = this.#calls.get(line.seq);
        if (call !== undefined) this.#obeyForCall(line, call);
        return true;
      }
    }
  }

  #obeyForCall(
    line: Extract<GuestLine, { readonly kind: 'returned' | 'progress' | 'faulted' | 'ask' }>,
    call: RunningCall,
  ): void {
    switch (line.kind) {
      case 'returned':
        this.#report.returned(call, line.json);
        this.#remove(call);
        return;
      case 'faulted':
        this.#end(call, line.fault, line.json);
        return;
      case 'progress':
        this.#report.progress(call, line.json);
        return;
      case 'ask':
        this.#ask(call, line);
    }
  }

  #ask(call: RunningCall, line: GuestLine & { readonly kind: 'ask' }): void {
    const { hostCalls, askChars } = this.#parts.spec;
    call.hostCalls += 1;
    if (call.hostCalls > hostCalls) this.#end(call, 'host_call_limit');
    else if (line.jsonChars > askChars)
      this.#end(
        call,
        'host_call_limit',
        `"It asked the host with more than ${askChars} characters."`,
      );
    else this.#report.ask(line.fields);
  }

  /** One that was asked for after the last call had answered would run between calls. */
  #startTimer(id: number, ms: number): boolean {
    const isBetweenCalls = this.#state === 'open' && this.#calls.size === 0;
    if (!isBetweenCalls) return this.#timers.start(id, ms);
    this.#goIdle();
    return true;
  }

  #fireTimer(id: number): void {
    // Whose timer it is nobody knows; with one call in the isolate it can only be that one's.
    const sole = this.#calls.size === 1 ? this.#calls.values().next().value : undefined;
    this.#enter('timer', [id], sole);
    this.#enter('flush', [], sole);
  }

  #finishLoad(line: {
    readonly kind: 'registered' | 'unregistered';
    readonly json: string;
  }): boolean {
    if (line.kind === 'unregistered') this.#failLoad('threw', line.json, true);
    else if (line.json.length > this.#parts.spec.registrationChars) {
      this.#failLoad('too_large', 'it registers too much');
    } else {
      this.#state = 'open';
      clearTimeout(this.#loadTimer);
      this.#timers.stopAll();
      this.#report.opened(line.json);
      for (const call of this.#early.splice(0)) this.call(call);
    }
    return true;
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
    for (const call of this.#early.splice(0)) this.call(call);
  }

  #end(call: RunningCall, fault: CallFault, json?: string): void {
    this.#report.ended(call, fault, json);
    this.#remove(call);
  }

  /** Nothing runs between calls: the last one takes the timers of the isolate with it. */
  #remove(call: RunningCall): void {
    this.#calls.delete(call.seq);
    if (this.#calls.size > 0 || this.#timers.size === 0) return;
    this.#goIdle();
  }

  /** The guest forgets its timers too. */
  #goIdle(): void {
    this.#timers.stopAll();
    const entry = this.#parts.engine.enter('idle', [], this.#parts.spec.cpuMs);
    if (entry.kind !== 'returned') this.#lose('broken', undefined);
  }

  /** The isolate is thrown away: a guest that was stopped in the middle cannot be trusted to go on. */
  #lose(cause: CellLoss, guilty: RunningCall | undefined): void {
    if (this.#state === 'gone') return;
    if (this.#state === 'loading') {
      this.#failLoad(cause === 'cpu' ? 'deadline' : cause, '');
      return;
    }
    const calls = [...this.#calls.values()];
    this.close();
    for (const call of calls) {
      const fault = guilty === undefined || call === guilty ? cause : 'cell_lost';
      this.#report.ended(call, fault);
    }
    this.#report.lost(cause);
  }
}
