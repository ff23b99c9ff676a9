import {
  type CallFault,
  type CellLoss,
  type CellSpec,
  FROM_GUEST,
  frame,
  LOG_LEVELS,
  type OpenFault,
  TO_HOST,
  takeFields,
  wholeNumber,
} from '../wire/frame.ts';
import {
  type Entry,
  type GuestEngine,
  type GuestEntryName,
  GuestSourceError,
} from './guest-engine.ts';
import type { RunnerPulse } from './runner-pulse.ts';

/** What a cell may use of its runner. */
export interface CellParts {
  readonly id: number;
  readonly spec: CellSpec;
  readonly engine: GuestEngine;
  readonly send: (text: string) => void;
  readonly pulse: RunnerPulse;
  readonly randomSeed: () => string;
}

export interface CallParts {
  readonly timeoutMs: number;
  readonly text: string;
}

interface RunningCall {
  readonly seq: number;
  readonly deadline: number;
  cpuMicros: number;
  logLines: number;
  hostCalls: number;
}

const HEAP_SAMPLE_MS = 100;
const MAX_OPEN_TIMERS = 256;

/** One guest: one extension in one worker scope, with the calls that run in it. */
export class Cell {
  readonly #parts: CellParts;
  readonly #calls = new Map<number, RunningCall>();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #state: 'loading' | 'open' | 'gone' = 'loading';
  /** Calls that came before the registration was over: the host does not wait for it. */
  readonly #early: (() => void)[] = [];
  #loadDeadline = 0;
  #loadLogs = 0;
  #heapBytes = 0;
  #heapAt = 0;

  constructor(parts: CellParts) {
    this.#parts = parts;
  }

  get isGone(): boolean {
    return this.#state === 'gone';
  }

  load(): void {
    const { spec, engine } = this.#parts;
    this.#loadDeadline = performance.now() + spec.loadMs;
    const boot = JSON.stringify({
      id: spec.extensionId,
      config: spec.config,
      seed: this.#parts.randomSeed(),
      resultChars: spec.resultChars,
      errorChars: spec.errorChars,
      logLines: spec.logLines,
    });
    try {
      const fileName = `extension:///${spec.extensionId}.js`;
      this.#parts.pulse.enter(0, this.#parts.id);
      const entry = engine.load({ boot, source: spec.source, fileName, timeoutMs: spec.loadMs });
      this.#afterLoadEntry(entry);
      if (this.#state === 'loading')
        this.#afterLoadEntry(engine.enter('flush', [], this.#loadLeft()));
    } catch (error) {
      this.#failLoad(
        'source',
        error instanceof GuestSourceError ? error.message : 'the isolate could not be made',
      );
    } finally {
      this.#parts.pulse.leave();
    }
  }

  call(seq: number, toolName: string, mode: string, parts: CallParts): void {
    if (this.#state === 'loading') {
      this.#early.push(() => this.call(seq, toolName, mode, parts));
      return;
    }
    if (this.#state === 'gone') {
      this.#parts.send(frame(TO_HOST.ended, seq, 0, 0, 'cell_lost', '""'));
      return;
    }
    const call: RunningCall = {
      seq,
      deadline: performance.now() + parts.timeoutMs,
      cpuMicros: 0,
      logLines: 0,
      hostCalls: 0,
    };
    this.#calls.set(seq, call);
    this.#parts.pulse.begin(seq);
    this.#enter('call', [seq, toolName, mode, parts.text], call);
    // An asynchronous tool that was done at once has settled in the microtasks after the entry.
    if (this.#calls.has(seq)) this.#enter('flush', [], call);
  }

  answer(parts: {
    readonly seq: number;
    readonly id: number;
    readonly isOk: boolean;
    readonly text: string;
  }): void {
    const call = this.#calls.get(parts.seq);
    if (call === undefined) return;
    this.#enter('answer', [parts.seq, parts.id, parts.isOk, parts.text], call);
    this.#flush(call);
  }

  cancel(seq: number): void {
    const call = this.#calls.get(seq);
    if (call === undefined) return;
    this.#enter('cancel', [seq], call);
    this.#flush(call);
    if (this.#calls.has(seq)) this.#end(call, 'cancelled', '');
  }

  /** Ends the guest without a word about its calls: the host has asked for it. */
  close(): void {
    this.#state = 'gone';
    this.#stopTimers();
    this.#calls.clear();
    this.#parts.engine.kill();
  }

  #flush(call: RunningCall): void {
    if (this.#state !== 'gone') this.#enter('flush', [], call);
  }

  #enter(
    name: GuestEntryName,
    args: readonly (string | number | boolean)[],
    call: RunningCall | undefined,
  ): void {
    const { engine, pulse, spec } = this.#parts;
    const before = engine.cpuMicros();
    const start = performance.now();
    const cpuLeft = spec.cpuMs - (call?.cpuMicros ?? 0) / 1000;
    const wallLeft = (call?.deadline ?? this.#latestDeadline()) - start;
    if (wallLeft <= 0) {
      this.#lose('deadline', call);
      return;
    }
    pulse.enter(call?.seq ?? 0, this.#parts.id);
    const entry = engine.enter(name, args, Math.min(cpuLeft, wallLeft));
    pulse.leave();
    if (call !== undefined) call.cpuMicros += engine.cpuMicros() - before;
    if (entry.kind === 'returned') {
      if (entry.text !== '') this.#readLines(entry.text);
      if (call !== undefined && call.cpuMicros / 1000 > spec.cpuMs && this.#calls.has(call.seq))
        this.#lose('cpu', call);
    } else if (entry.kind === 'overtime')
      this.#lose(wallLeft <= cpuLeft ? 'deadline' : 'cpu', call);
    else this.#lose(entry.kind, call);
  }

  #latestDeadline(): number {
    if (this.#state === 'loading') return this.#loadDeadline;
    let latest = 0;
    for (const call of this.#calls.values()) latest = Math.max(latest, call.deadline);
    return latest;
  }

  #readLines(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      if (!this.#readLine(text.slice(start, end))) {
        this.#lose('broken', undefined);
        return;
      }
      start = end + 1;
      if (this.#state === 'gone') return;
    }
  }

  /** False for a line that the prelude would not write. */
  #readLine(line: string): boolean {
    const tab = line.indexOf('\t');
    const kind = line.slice(0, tab);
    if (kind === FROM_GUEST.returned) return this.#readReturned(line, tab + 1);
    const rest = line.slice(tab + 1);
    switch (kind) {
      case FROM_GUEST.faulted:
        return this.#readFaulted(rest);
      case FROM_GUEST.ask:
        return this.#readAsk(rest);
      case FROM_GUEST.log:
        return this.#readLog(rest);
      case FROM_GUEST.progress:
        return this.#readProgress(rest);
      case FROM_GUEST.timer:
        return this.#readTimer(rest);
      case FROM_GUEST.untimer:
        return this.#stopTimer(wholeNumber(rest));
      default:
        return this.#state === 'loading' && this.#readRegistration(kind, rest);
    }
  }

  #readReturned(line: string, start: number): boolean {
    const tab = line.indexOf('\t', start);
    const call = this.#calls.get(Number(line.slice(start, tab)));
    if (call === undefined) return true;
    this.#parts.send(
      `${TO_HOST.returned}\t${call.seq}\t${call.cpuMicros}\t${this.#sampleHeap()}\t${line.slice(tab + 1)}\n`,
    );
    this.#remove(call);
    return true;
  }

  #readFaulted(rest: string): boolean {
    const fields = takeFields(rest, 2);
    const call = this.#calls.get(wholeNumber(fields?.[0]) ?? -1);
    if (fields === undefined) return false;
    if (call !== undefined) this.#end(call, fields[1] as CallFault, fields[2] ?? '""', true);
    return true;
  }

  #readAsk(rest: string): boolean {
    const fields = takeFields(rest, 3);
    const call = this.#calls.get(wholeNumber(fields?.[0]) ?? -1);
    if (fields === undefined) return false;
    if (call === undefined) return true;
    call.hostCalls += 1;
    if (call.hostCalls > this.#parts.spec.hostCalls) {
      this.#end(call, 'host_call_limit', '""', true);
      return true;
    }
    this.#parts.send(`${TO_HOST.ask}\t${rest}\n`);
    return true;
  }

  #readProgress(rest: string): boolean {
    const call = this.#calls.get(Number(rest.slice(0, rest.indexOf('\t'))));
    if (call !== undefined && this.#countLine(call))
      this.#parts.send(`${TO_HOST.progress}\t${rest}\n`);
    return true;
  }

  #readLog(rest: string): boolean {
    const fields = takeFields(rest, 2);
    const level = LOG_LEVELS.find((known) => known === fields?.[1]);
    if (fields === undefined || level === undefined) return false;
    const call = this.#calls.get(wholeNumber(fields[0]) ?? -1);
    const isKept = call === undefined ? this.#countLoadLine() : this.#countLine(call);
    if (isKept)
      this.#parts.send(
        frame(TO_HOST.log, call?.seq ?? 0, this.#parts.id, level, fields[2] ?? '""'),
      );
    return true;
  }

  /** One line more than allowed is sent on: it is how the host learns of the limit. */
  #countLine(call: RunningCall): boolean {
    call.logLines += 1;
    return call.logLines <= this.#parts.spec.logLines + 1;
  }

  #countLoadLine(): boolean {
    this.#loadLogs += 1;
    return this.#loadLogs <= this.#parts.spec.logLines;
  }

  #readTimer(rest: string): boolean {
    const fields = takeFields(rest, 1);
    const id = wholeNumber(fields?.[0]);
    const ms = Number(fields?.[1]);
    if (id === undefined || !(ms >= 0)) return false;
    if (this.#timers.size >= MAX_OPEN_TIMERS) return false;
    this.#timers.set(
      id,
      setTimeout(() => this.#fireTimer(id), ms),
    );
    return true;
  }

  #fireTimer(id: number): void {
    this.#timers.delete(id);
    if (this.#state === 'gone') return;
    // Whose timer it is nobody knows; with one call in the isolate it can only be that one's.
    const sole = this.#calls.size === 1 ? this.#calls.values().next().value : undefined;
    this.#enter('timer', [id], sole);
    if (this.#state === 'gone') return;
    this.#enter('flush', [], sole !== undefined && this.#calls.has(sole.seq) ? sole : undefined);
  }

  #stopTimer(id: number | undefined): boolean {
    if (id === undefined) return false;
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    return true;
  }

  #stopTimers(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #readRegistration(kind: string, rest: string): boolean {
    if (kind === FROM_GUEST.unregistered) this.#failLoad('threw', undefined, rest);
    else if (kind !== FROM_GUEST.registered) return false;
    else if (rest.length > this.#parts.spec.registrationChars)
      this.#failLoad('too_large', 'it registers too much');
    else {
      this.#state = 'open';
      this.#stopTimers();
      this.#parts.send(frame(TO_HOST.opened, this.#parts.id, rest));
      for (const call of this.#early.splice(0)) call();
    }
    return true;
  }

  #afterLoadEntry(entry: Entry): void {
    if (entry.kind === 'returned') this.#readLines(entry.text);
    else if (entry.kind === 'overtime') this.#failLoad('deadline', '');
    else if (entry.kind === 'memory') this.#failLoad('memory', '');
    else this.#failLoad('threw', entry.text);
  }

  #loadLeft(): number {
    return Math.max(1, this.#loadDeadline - performance.now());
  }

  #failLoad(fault: OpenFault, text: string | undefined, json?: string): void {
    this.close();
    this.#parts.send(
      frame(TO_HOST.unopened, this.#parts.id, fault, json ?? JSON.stringify(text ?? '')),
    );
    for (const call of this.#early.splice(0)) call();
  }

  #sampleHeap(): number {
    const now = performance.now();
    if (now - this.#heapAt > HEAP_SAMPLE_MS) {
      this.#heapAt = now;
      this.#heapBytes = this.#parts.engine.heapBytes();
    }
    return this.#heapBytes;
  }

  #end(call: RunningCall, fault: CallFault, json: string, isFromGuest = false): void {
    const heap = isFromGuest ? this.#sampleHeap() : this.#heapBytes;
    this.#parts.send(
      frame(TO_HOST.ended, call.seq, call.cpuMicros, heap, fault, json === '' ? '""' : json),
    );
    this.#remove(call);
  }

  /** Nothing runs between calls: the last one takes the timers of the isolate with it. */
  #remove(call: RunningCall): void {
    this.#calls.delete(call.seq);
    if (this.#calls.size > 0 || this.#timers.size === 0 || this.#state === 'gone') return;
    this.#stopTimers();
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
      this.#parts.send(
        frame(TO_HOST.ended, call.seq, call.cpuMicros, this.#heapBytes, fault, '""'),
      );
    }
    this.#parts.send(frame(TO_HOST.lost, this.#parts.id, cause));
  }
}
