import { readFileSync } from 'node:fs';
import { Child, type ChildEnd, type ChildWire, NO_JAIL_EXIT, readNoJail } from '@mortise/processes';
import type { RunnerEnd } from '../api/sandbox-api.ts';
import type { RuntimeFiles } from '../runtime/runtime-files.ts';
import { resultKind } from '../wire/call-frames.ts';
import { FrameSplitter } from '../wire/frame-splitter.ts';
import { toRunner } from '../wire/host-to-runner.ts';
import { KEPT_BYTES } from '../wire/kept-answers.ts';
import { type BusyFrame, readWatchFrame } from '../wire/watch-to-host.ts';
import { BusyReport } from './busy-report.ts';
import { readCrashOutput } from './crash-output.ts';
import { describeFailedStart } from './failed-start.ts';
import type { Jail } from './jail.ts';
import { LateNumbers, PastCalls } from './past-calls.ts';
import { StrayFrames } from './stray-frames.ts';

/** What a runner says to its owner. */
export interface RunnerListener {
  onFrame(runner: RunnerProcess, text: string): void;
  /** An answer that was given in an entry into this isolate which does not end. */
  onEarlyAnswer(runner: RunnerProcess, text: string, isolate: number): void;
  /** A report of its watch thread. */
  onBusy(runner: RunnerProcess, busy: BusyFrame): void;
  /** Its watch thread says which isolate the answers that follow are of. */
  onAnswersOf(runner: RunnerProcess, isolate: number): void;
  /** What its watch thread said has the wrong shape. */
  onBadHeartbeat(runner: RunnerProcess, text: string): void;
  onEnd(runner: RunnerProcess, end: RunnerEnd, detail: string): void;
  /** It was ready and has lasted since. */
  onSteady(runner: RunnerProcess): void;
}

export interface RunnerParts {
  readonly files: RuntimeFiles;
  readonly jail: Jail;
  /** Whether it has a compiler; as for all if absent. */
  readonly jit?: 'on' | 'off';
  readonly maxFrameChars: number;
  readonly listener: RunnerListener;
  /** Counts a start that failed, and answers how long its calls wait before they are told, in ms. */
  readonly pauseAfterFailure: () => number;
}

/** Whose isolates a runner is for; see `sharingGroup`. */
export interface RunnerGroup {
  readonly key: string;
  readonly owner: string | undefined;
  readonly jit: 'on' | 'off';
}

/** What a runner is for. A `retiring` one gets nothing new and ends with its last call. */
export type RunnerRole = 'spare' | 'loader' | 'dedicated' | 'shared' | 'retiring';

const ENDED_PREFIX = 'ended\t';
const STDERR = 2;
const WIRE = 3;
const HEARTBEAT = 4;
const STDERR_CHARS = 16_000;
/** Without room for a first isolate a runner gets ready and dies: only one that lasts has started. */
const STEADY_MS = 1_000;
/** Of what it was sent: one that asks and does not read must not fill the host's memory. */
const MAX_UNREAD_BYTES = 256_000_000;
/** A report of the watch thread, or an answer that it passes on. */
const HEARTBEAT_CHARS = KEPT_BYTES + 200;

/** The host's side of one runner process. Believes nothing it says beyond its shape. */
export class RunnerProcess {
  readonly pid: number;
  readonly startedAt = performance.now();
  readonly pastCalls = new PastCalls();
  /** Isolates that were closed. */
  readonly pastIsolates = new LateNumbers();
  readonly #busy = new BusyReport();
  readonly #child: Child;
  /** Undefined if it could not be started. */
  readonly #wire: ChildWire | undefined;
  readonly #listener: RunnerListener;
  readonly #jail: Jail;
  readonly #started = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #role: RunnerRole = 'spare';
  #group: RunnerGroup | undefined;
  #isReady = false;
  #hasOpened = false;
  #rssBytes = 0;
  #calls = 0;
  #isolates = 0;
  #loads = 0;
  #heapBytes = 0;
  #idleSince = performance.now();
  #lastHeard = 0;
  #lastPing = 0;
  #lastAnswer = 0;
  #pingedAt = 0;
  #out = '';
  #killCause: RunnerEnd | undefined;
  #killDetail = '';
  #isEnded = false;
  /** Whose answers its watch thread passes on. */
  #answeringIsolate = 0;
  #wasKilledFromOutside = false;
  #hadNoJail = false;
  readonly #strays = new StrayFrames();
  #refusedFrames = 0;
  #stderr = '';

  constructor(parts: RunnerParts) {
    const { files, jail, jit, maxFrameChars, listener, pauseAfterFailure } = parts;
    this.#listener = listener;
    this.#jail = jail;
    this.#child = Child.start({
      program: process.execPath,
      args: jail.launchArguments(files, jit),
      cwd: files.directory,
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.pid = this.#child.pid ?? 0;
    this.#wire = this.#openWire(maxFrameChars);
    this.#readHeartbeats();
    this.#child
      .stream(STDERR)
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => {
        if (this.#stderr.length < STDERR_CHARS) this.#stderr += chunk.slice(0, STDERR_CHARS);
      });
    // After the last of its output: what the runner said before it died must have been read by then.
    void this.#child.ended.then((end) => this.#take(end, pauseAfterFailure));
    // Only work in progress keeps a host alive, never a waiting runner.
    this.#child.hold(false);
  }

  get role(): RunnerRole {
    return this.#role;
  }

  /** It has started and waits for frames. */
  get isReady(): boolean {
    return this.#isReady;
  }

  get isAlive(): boolean {
    return !this.#isEnded && this.#killCause === undefined;
  }

  /** It may be given more to do. */
  get isServing(): boolean {
    return this.isAlive && this.#role !== 'retiring';
  }

  /** It runs no call and no registration. */
  get isAtRest(): boolean {
    return this.#calls === 0 && this.#loads === 0;
  }

  /** Since when it has been at rest, or was given a role. */
  get idleSince(): number {
    return this.#idleSince;
  }

  get callCount(): number {
    return this.#calls;
  }

  get isolateCount(): number {
    return this.#isolates;
  }

  /** What the heaps of its isolates may take together. */
  get heapBytes(): number {
    return this.#heapBytes;
  }

  /** As last measured. */
  get rssBytes(): number {
    return this.#rssBytes;
  }

  /** The entry into a guest that its watch thread reports as not ending. Nothing is believed of one that broke the protocol. */
  get busy(): BusyFrame | undefined {
    return this.#killCause === 'protocol' ? undefined : this.#busy.entry;
  }

  /** The highest number of a call that it has said something of: it takes calls in their order. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /** It ended by a SIGKILL that this host did not send. */
  get wasKilledFromOutside(): boolean {
    return this.#wasKilledFromOutside;
  }

  /** The launcher could make no jail, and did not become a runner. */
  get hadNoJail(): boolean {
    return this.#hadNoJail;
  }

  /** Resolves when it is ready, or has ended before it was. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Undefined for a spare one. It never changes: what was in a process may still be in its memory. */
  get group(): RunnerGroup | undefined {
    return this.#group;
  }

  assign(role: RunnerRole, group: RunnerGroup): void {
    this.#role = role;
    this.#group ??= group;
    this.#idleSince = performance.now();
  }

  retire(): void {
    this.#role = 'retiring';
  }

  /** False if it has said so before: a guest that took its runner over speaks later, and changes nothing. */
  markReady(jailReport: string): boolean {
    if (this.#isReady) return false;
    this.#jail.noteReport(jailReport, this.pid);
    this.#isReady = true;
    this.#started.resolve();
    setTimeout(() => {
      if (!this.#isEnded) this.#listener.onSteady(this);
    }, STEADY_MS).unref();
    return true;
  }

  /** An isolate is open in it. */
  noteOpened(): void {
    this.#hasOpened = true;
  }

  addIsolate(heapBytes: number, isLoading: boolean): void {
    this.#isolates += 1;
    this.#heapBytes += heapBytes;
    if (isLoading) this.#loads += 1;
  }

  removeIsolate(heapBytes: number, wasLoading: boolean): void {
    this.#isolates -= 1;
    this.#heapBytes -= heapBytes;
    if (!wasLoading) return;
    this.#loads -= 1;
    this.#idleSince = performance.now();
  }

  addCall(): void {
    this.#calls += 1;
  }

  removeCall(now: number): void {
    this.#calls -= 1;
    if (this.#calls === 0) this.#idleSince = now;
  }

  /** Asks whether it has taken this call and all before it; `lastHeard` shows it. */
  ping(seq: number): void {
    if (seq <= this.#lastPing) return;
    if (this.silentSince === undefined) this.#pingedAt = performance.now();
    this.#lastPing = seq;
    this.send(toRunner.ping({ seq }));
  }

  /** Since when it has not answered what it was asked; undefined if it has. */
  get silentSince(): number | undefined {
    return this.#lastPing > this.#lastAnswer ? this.#pingedAt : undefined;
  }

  /** It answers a ping; false if it was not asked, or has answered already. */
  noteReached(seq: number): boolean {
    if (seq > this.#lastPing || seq <= this.#lastAnswer) return false;
    this.#lastAnswer = seq;
    this.noteHeard(seq);
    return true;
  }

  noteHeard(seq: number): void {
    if (seq > this.#lastHeard) this.#lastHeard = seq;
  }

  /** See `BusyReport`. */
  calm(entry: number): boolean {
    return this.#busy.calm(entry);
  }

  noteBusy(busy: BusyFrame): void {
    this.#busy.note(busy);
  }

  /** Whose answers its watch thread passes on from now; 0 for none. */
  passAnswersOf(isolate: number): void {
    this.#answeringIsolate = isolate;
  }

  /** Answers how many frames of it were refused, this one included. */
  countRefused(): number {
    this.#refusedFrames += 1;
    return this.#refusedFrames;
  }

  get refusedFrames(): number {
    return this.#refusedFrames;
  }

  /** Frames of one tick go out in one write. */
  send(frame: string): void {
    if (this.#out === '') process.nextTick(this.flush);
    this.#out += frame;
  }

  /** Sends what there is at once: worth it where the runner is awake and waits for nothing else. */
  readonly flush = (): void => {
    const text = this.#out;
    this.#out = '';
    if (text === '' || this.#isEnded || this.#wire === undefined) return;
    this.#wire.write(text);
    if (this.#wire.waitingBytes > MAX_UNREAD_BYTES)
      this.kill('protocol', 'it does not read what it is sent');
  };

  /** SIGKILL: nothing gentler ends a runner that is stuck in native code. */
  kill(cause: RunnerEnd, detail = ''): void {
    if (this.#killCause !== undefined || this.#isEnded) return;
    this.#killCause = cause;
    this.#killDetail = detail;
    // Its end comes after the last stream has ended; who waits for it must not run out of work first.
    this.#child.hold(true);
    if (this.#wire === undefined) this.#end(null, null);
    else this.#child.kill();
  }

  /** A frame that fits nothing is dropped: late ones are normal, a flood of them is not. */
  ignoreStray(): true {
    if (!this.#strays.count(performance.now()))
      this.kill('protocol', 'too many frames for calls that are over');
    return true;
  }

  /** Reads the size of the process from /proc; keeps the last value where there is none. */
  measure(): number {
    try {
      const pages = readFileSync(`/proc/${this.pid}/statm`, 'latin1').split(' ', 2)[1];
      this.#rssBytes = Number(pages) * 4_096;
    } catch {
      // Not Linux, or just gone.
    }
    return this.#rssBytes;
  }

  #openWire(maxFrameChars: number): ChildWire | undefined {
    const splitter = new FrameSplitter(maxFrameChars, (text) => {
      if (this.isAlive) this.#listener.onFrame(this, text);
    });
    return this.#child.wire(WIRE, {
      onText: (chunk) => {
        if (!splitter.push(chunk)) this.kill('protocol', 'a frame is too long');
      },
      // A dying process breaks its wire first; how it died is told by its exit.
      onEnd: () => this.#child.kill(),
    });
  }

  #readHeartbeats(): void {
    const splitter = new FrameSplitter(HEARTBEAT_CHARS, (text) => {
      if (resultKind(text) !== undefined || text.startsWith(ENDED_PREFIX)) this.#readKept(text);
      else this.#readWatchFrame(text);
    });
    const heartbeats = this.#child.stream(HEARTBEAT);
    heartbeats?.setEncoding('utf8').on('data', (chunk: string) => {
      if (!splitter.push(chunk)) this.kill('protocol', 'a heartbeat is too long');
    });
    heartbeats?.on('error', () => undefined);
  }

  #readWatchFrame(text: string): void {
    // What it says of others once it was caught must not have them blamed.
    if (this.#killCause === 'protocol') return;
    const frame = readWatchFrame(text);
    if (frame === undefined) this.#listener.onBadHeartbeat(this, text);
    else if (frame.kind === 'answers') this.#listener.onAnswersOf(this, frame.isolate);
    else this.#listener.onBusy(this, frame);
  }

  /** An answer of an entry that does not end. It counts if the runner is being killed for that entry, too. */
  #readKept(text: string): void {
    if (this.isAlive || this.#killCause === 'rss' || this.#killCause === 'wedged')
      this.#listener.onEarlyAnswer(this, text, this.#answeringIsolate);
  }

  /** Calls of a runner that did not start go to the next one, which must not be tried at once. */
  #take(end: ChildEnd, pauseAfterFailure: () => number): void {
    const wasKilled = this.#killCause !== undefined;
    const known = { isReady: this.#isReady, hasOpened: this.#hasOpened, wasKilled };
    const failure = describeFailedStart({ end, stderr: this.#stderr, ...known });
    const { code, signal } = end.kind === 'exited' ? end : { code: null, signal: null };
    if (failure === undefined) {
      this.#end(code, signal);
      return;
    }
    setTimeout(() => {
      this.#killCause ??= 'start_failed';
      this.#killDetail ||= failure;
      this.#end(code, signal);
    }, pauseAfterFailure()).unref();
  }

  #end(code: number | null, signal: string | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#wire?.stream.destroy();
    this.#wasKilledFromOutside = signal === 'SIGKILL' && this.#killCause === undefined;
    if (code === NO_JAIL_EXIT && !this.#isReady) this.#noteNoJail();
    const output = readCrashOutput(this.#stderr);
    const own = code !== null ? 'exited' : output.isOutOfMemory ? 'heap' : 'crashed';
    const detail = this.#killDetail || `${signal ?? `exit code ${code}`} ${output.line}`.trim();
    this.#listener.onEnd(this, this.#killCause ?? own, detail);
    this.#started.resolve();
    this.#ended.resolve();
  }

  #noteNoJail(): void {
    this.#hadNoJail = true;
    const words = readNoJail(this.#stderr);
    this.#jail.noteFault(words);
    this.#killCause = 'start_failed';
    this.#killDetail = `no jail: ${words.reason}`;
  }
}
