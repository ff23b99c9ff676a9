import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import type { RunnerEnd } from '../api/sandbox-api.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { IsolateHandle } from '../isolates/isolate-handle.ts';
import type { RuntimeFiles } from '../runtime/runtime-files.ts';
import { FrameSplitter } from '../wire/frame-splitter.ts';
import { SeqTable } from '../wire/seq-table.ts';
import { type BusyFrame, readWatchFrame } from '../wire/watch-to-host.ts';
import { readCrashOutput } from './crash-output.ts';

/** What a runner says to its owner. */
export interface RunnerListener {
  onFrame(runner: RunnerProcess, line: string): void;
  onBusy(runner: RunnerProcess): void;
  onEnd(runner: RunnerProcess, end: RunnerEnd, detail: string): void;
}

const WIRE = 3;
const HEARTBEAT = 4;
const STDERR_CHARS = 16_000;
/** In one second. */
const MAX_STRAY_FRAMES = 1_000;

/** The host's side of one runner process. Believes nothing it says beyond its shape. */
export class RunnerProcess {
  readonly pid: number;
  readonly startedAt = performance.now();
  readonly pendingCalls = new SeqTable<PendingCall>();
  readonly isolates = new Map<number, IsolateHandle>();
  role: 'spare' | 'loader' | 'dedicated' | 'shared' | 'retiring' = 'spare';
  isReady = false;
  rssBytes = 0;
  idleSince = performance.now();
  busy: BusyFrame | undefined;
  /** It ended by a SIGKILL that this host did not send. */
  wasKilledFromOutside = false;
  readonly #child: ChildProcess;
  readonly #wire: Duplex;
  readonly #listener: RunnerListener;
  #out = '';
  #killCause: RunnerEnd | undefined;
  #killDetail = '';
  #isEnded = false;
  #strays = 0;
  #straysSince = 0;
  #calmEntry = -1;
  #stderr = '';
  readonly #ended = Promise.withResolvers<void>();

  constructor(files: RuntimeFiles, maxFrameChars: number, listener: RunnerListener) {
    this.#listener = listener;
    this.#child = spawn(process.execPath, runnerArguments(files), {
      cwd: files.directory,
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.pid = this.#child.pid ?? 0;
    this.#wire = this.#child.stdio[WIRE] as Duplex;
    this.#read(maxFrameChars);
    // Not `exit`: what the runner said before it died must have been read by then.
    this.#child.on('close', (code, signal) => this.#end(code, signal));
    this.#child.on('error', (error) => this.#fail(error.message));
    // Only work in progress keeps a host alive, never a waiting runner.
    this.#child.unref();
    for (const stream of this.#streams()) stream.unref?.();
  }

  get isAlive(): boolean {
    return !this.#isEnded && this.#killCause === undefined;
  }

  /** It may be given more to do. */
  get isServing(): boolean {
    return this.isAlive && this.role !== 'retiring';
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Frames of one tick go out in one write. */
  send(frame: string): void {
    if (this.#out === '') process.nextTick(this.flush);
    this.#out += frame;
  }

  /** SIGKILL: nothing gentler ends a runner that is stuck in native code. */
  kill(cause: RunnerEnd, detail = ''): void {
    if (this.#killCause !== undefined || this.#isEnded) return;
    this.#killCause = cause;
    this.#killDetail = detail;
    this.#child.ref();
    // `close` comes after the last stream has ended; who waits for it must not run out of work first.
    for (const stream of this.#streams()) stream.ref?.();
    this.#child.kill('SIGKILL');
  }

  /** A frame that fits nothing: late ones are normal, a flood of them is not. */
  countStray(): void {
    const now = performance.now();
    if (now - this.#straysSince > 1_000) {
      this.#straysSince = now;
      this.#strays = 0;
    }
    this.#strays += 1;
    if (this.#strays > MAX_STRAY_FRAMES)
      this.kill('protocol', 'too many frames for calls that are over');
  }

  /** Reads the size of the process from /proc; keeps the last value where there is none. */
  measure(): number {
    try {
      const pages = readFileSync(`/proc/${this.pid}/statm`, 'latin1').split(' ', 2)[1];
      this.rssBytes = Number(pages) * 4_096;
    } catch {
      // Not Linux, or just gone.
    }
    return this.rssBytes;
  }

  #streams(): readonly { ref?(): void; unref?(): void }[] {
    return this.#child.stdio.flatMap((stream) =>
      stream ? [stream as { ref?(): void; unref?(): void }] : [],
    );
  }

  /** Sends what there is at once: worth it where the runner is awake and waits for nothing else. */
  readonly flush = (): void => {
    const text = this.#out;
    this.#out = '';
    if (text !== '' && !this.#isEnded) this.#wire.write(text);
  };

  #read(maxFrameChars: number): void {
    const splitter = new FrameSplitter(maxFrameChars, (line) => {
      if (this.isAlive) this.#listener.onFrame(this, line);
    });
    this.#wire.setEncoding('utf8');
    this.#wire.on('data', (chunk: string) => {
      if (!splitter.push(chunk)) this.kill('protocol', 'a frame is too long');
    });
    // A dying process breaks its wire first; how it died is told by its exit.
    this.#wire.on('error', () => this.#child.kill('SIGKILL'));
    this.#wire.on('end', () => this.#child.kill('SIGKILL'));
    const heartbeat = new FrameSplitter(200, (line) => this.#readHeartbeat(line));
    const heartbeats = this.#child.stdio[HEARTBEAT] as unknown as Readable;
    heartbeats.setEncoding('utf8').on('data', (chunk: string) => {
      if (!heartbeat.push(chunk)) this.kill('protocol', 'a heartbeat is too long');
    });
    heartbeats.on('error', () => undefined);
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      if (this.#stderr.length < STDERR_CHARS) this.#stderr += chunk.slice(0, STDERR_CHARS);
    });
  }

  #readHeartbeat(line: string): void {
    const busy = readWatchFrame(line);
    if (busy === undefined) {
      this.kill('protocol', 'a heartbeat has the wrong shape');
      return;
    }
    if (busy.entry <= this.#calmEntry) return;
    this.busy = busy;
    this.#listener.onBusy(this);
  }

  /** A long entry has ended; reports of it, and of those before it, are out of date. */
  calm(entry: number): void {
    this.#calmEntry = Math.max(this.#calmEntry, entry);
    if (this.busy !== undefined && this.busy.entry <= entry) this.busy = undefined;
  }

  #fail(message: string): void {
    this.#killCause ??= 'start_failed';
    this.#stderr = message;
    this.#end(null, null);
  }

  #end(code: number | null, signal: string | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#wire.destroy();
    this.wasKilledFromOutside = signal === 'SIGKILL' && this.#killCause === undefined;
    const crashOutput = readCrashOutput(this.#stderr);
    const own = code !== null ? 'exited' : crashOutput.isOutOfMemory ? 'heap' : 'crashed';
    const detail =
      this.#killDetail || `${signal ?? `exit code ${code}`} ${crashOutput.line}`.trim();
    this.#listener.onEnd(this, this.#killCause ?? own, detail);
    this.#ended.resolve();
  }
}

/** Nothing but the runtime's own files can be read, nothing written, nothing started. */
function runnerArguments(files: RuntimeFiles): readonly string[] {
  return [
    '--no-node-snapshot',
    // Guests pay for their garbage on their own thread, and nobody else's is woken up for it.
    '--single-threaded-gc',
    '--permission',
    '--allow-addons',
    '--allow-worker',
    `--allow-fs-read=${files.directory}`,
    `--allow-fs-read=${files.addon}`,
    '--no-warnings',
    files.runner,
    files.snapshot,
    files.addon,
    String(process.pid),
  ];
}
