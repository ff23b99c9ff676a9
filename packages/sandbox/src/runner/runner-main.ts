import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { StringDecoder } from 'node:string_decoder';
import { Worker } from 'node:worker_threads';
import type IsolatedVm from 'isolated-vm';
import { CALL_PREFIX, writeCallBody } from '../wire/call-frames.ts';
import { FrameSplitter } from '../wire/frame-splitter.ts';
import { readHostFrame } from '../wire/host-to-runner.ts';
import { WARM_UP_LIMITS } from '../wire/isolate-limits.ts';
import type { IsolateSpec } from '../wire/isolate-spec.ts';
import { toHost } from '../wire/runner-to-host.ts';
import { BlockingWire } from './blocking-wire.ts';
import { CpuClock } from './cpu-clock.ts';
import { dropPermissions } from './drop-permissions.ts';
import { GuestIsolate } from './guest-isolate.ts';
import { IsolateEngine } from './isolate-engine.ts';
import type { AnsweredNow, AskedNow, IsolateParts } from './isolate-parts.ts';
import { unreachedFrame } from './isolate-reporter.ts';
import { OutsideMemory } from './outside-memory.ts';
import { RunnerCall } from './runner-call.ts';
import { RunnerHeartbeat } from './runner-heartbeat.ts';
import { WireWriter } from './wire-writer.ts';

const WIRE_FD = 3;
const HEARTBEAT_FD = 4;
const READ_BYTES = 1 << 18;
const SLICE_MS = 1;
const MAX_BATCH = 16;
const SPIN_MS = 0.3;
const WARM_UP_DELAY_MS = 20;
const WARM_UP_SPEC: IsolateSpec = {
  extensionId: 'warm-up',
  source: 'export default () => {}',
  config: 'null',
  limits: WARM_UP_LIMITS,
  placesLogs: false,
};

const WARM_UP_BODY = { mode: 'run', callId: '0', facts: '{}', textCount: 0, args: '{}' } as const;
const WARM_UP_HEAD = {
  isolate: 0,
  timeoutMs: WARM_UP_LIMITS.loadMs,
  mustSpin: false,
  seq: 0,
  toolName: '',
};

type IsolateOutput = Pick<IsolateParts, 'send' | 'sendBytes'>;
const NO_OUTPUT: IsolateOutput = { send: () => undefined, sendBytes: () => undefined };

/** The runner process: isolates on one thread, the wire to the host on descriptor 3. */
class Runner {
  readonly #isolates = new Map<number, GuestIsolate>();
  readonly #extensionIds = new Map<number, string>();
  readonly #vm: typeof IsolatedVm;
  readonly #snapshot: IsolatedVm.ExternalCopy<ArrayBuffer>;
  // At once, before anything else begins: the host must never take a begun call for a waiting one.
  readonly #heartbeat = new RunnerHeartbeat((entry) => {
    this.#send(toHost.calm({ entry }));
    this.#flushOut();
  });
  readonly #clock = new CpuClock({ cpuMicros: processCpuMicros, pressure: machinePressure });
  readonly #wire = new WireWriter(WIRE_FD);
  readonly #outside = new OutsideMemory();
  readonly #output: IsolateOutput = {
    send: (text) => this.#send(text),
    sendBytes: (frames) => {
      this.#flushOut();
      this.#wire.writeBytes(frames);
    },
  };
  readonly #inbox: string[] = [];
  readonly #decoder = new StringDecoder('utf8');
  readonly #splitter = new FrameSplitter(
    Number.POSITIVE_INFINITY,
    (line) => this.#inbox.push(line),
    true,
  );
  readonly #blocking = new BlockingWire(WIRE_FD, (bytes) => this.#take(bytes));
  #inboxStart = 0;
  #isWorking = false;
  #unsent = '';
  #spinUntil = 0;
  #isSpinning = false;

  constructor(parts: {
    readonly snapshot: string;
    readonly addon: string;
    readonly hostPid: number;
    readonly jail: string;
  }) {
    this.#vm = createRequire(import.meta.url)(parts.addon).ivm;
    const bytes = readFileSync(parts.snapshot);
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    this.#snapshot = new this.#vm.ExternalCopy(copy as ArrayBuffer);
    new Worker(new URL('./watch-thread.js', import.meta.url), {
      workerData: {
        buffer: this.#heartbeat.buffer,
        marks: this.#heartbeat.marks,
        answers: this.#heartbeat.answerMemory,
        hostPid: parts.hostPid,
        heartbeatFd: HEARTBEAT_FD,
      },
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
    });
    dropPermissions();
    this.#openWire();
    this.#send(toHost.ready({ v8: process.versions.v8, jail: parts.jail }));
    this.#flushOut();
    setTimeout(() => this.#warmUp(), WARM_UP_DELAY_MS);
  }

  #openWire(): void {
    const socket = new Socket({
      fd: WIRE_FD,
      // One buffer for all reads: the stream's own way allocates 64 kB for each.
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (count, buffer) => {
          this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, count));
          if (!this.#isWorking) this.#work();
          return true;
        },
      },
    });
    // SIGKILL, because an ordinary exit waits for isolates and crashes with one running (measured).
    const end = (): void => {
      process.kill(process.pid, 'SIGKILL');
    };
    socket.on('end', end).on('close', end).on('error', end);
  }

  #take(bytes: Buffer): void {
    this.#splitter.push(this.#decoder.write(bytes));
  }

  /** Everything that was said before goes out first; what comes beside the answer waits its turn. */
  #awaitAnswer(asked: AskedNow, deadline: number): AnsweredNow | undefined {
    this.#flushOut();
    if (!this.#wire.finish(deadline)) return undefined;
    let seen = this.#inboxStart;
    const look = (): { readonly answer?: AnsweredNow } | undefined => {
      for (; seen < this.#inbox.length; seen += 1) {
        const found = answerIn(this.#inbox[seen] ?? '', asked);
        if (found?.answer !== undefined) this.#inbox.splice(seen, 1);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return this.#blocking.waitFor(look, deadline)?.answer;
  }

  /** Works for a slice of time, sends what there is, and lets the event loop breathe. */
  readonly #work = (): void => {
    this.#isWorking = true;
    const sliceEnd = performance.now() + SLICE_MS;
    while (this.#inboxStart < this.#inbox.length) {
      const line = this.#inbox[this.#inboxStart] ?? '';
      this.#inboxStart += 1;
      if (line.startsWith(CALL_PREFIX)) this.#call(line);
      else this.#handle(line);
      if (performance.now() > sliceEnd) break;
    }
    this.#flushOut();
    if (this.#inboxStart < this.#inbox.length) {
      setImmediate(this.#work);
      return;
    }
    this.#inbox.length = 0;
    this.#inboxStart = 0;
    this.#isWorking = false;
    this.#outside.settle();
  };

  /** Stays awake for a while: the next call is about to come (see the host's `SpinWait`). */
  #spin(): void {
    this.#spinUntil = performance.now() + SPIN_MS;
    if (!this.#isSpinning) setImmediate(this.#turn);
    this.#isSpinning = true;
  }

  readonly #turn = (): void => {
    this.#isSpinning = performance.now() < this.#spinUntil;
    if (this.#isSpinning) setImmediate(this.#turn);
  };

  #handle(line: string): void {
    const frame = readHostFrame(line);
    switch (frame?.kind) {
      case 'answer':
        this.#isolates.get(frame.isolate)?.answer(frame);
        return;
      case 'cancel':
        this.#isolates.get(frame.isolate)?.cancel(frame.seq);
        return;
      case 'postpone':
        this.#isolates.get(frame.isolate)?.postpone(frame.seq, frame.ms);
        return;
      case 'open':
        this.#open(frame.isolate, JSON.parse(frame.spec));
        return;
      case 'close':
        this.#isolates.get(frame.isolate)?.close();
        this.#isolates.delete(frame.isolate);
        this.#extensionIds.delete(frame.isolate);
        return;
      case 'ping':
        this.#send(toHost.reached({ seq: frame.seq }));
        return;
      case undefined:
        return;
      default:
        frame satisfies never;
    }
  }

  /** Takes the calls that follow for the same isolate along. */
  #call(line: string): void {
    const first = RunnerCall.read(line);
    if (first === undefined) return;
    const batch = [first];
    while (batch.length < MAX_BATCH) {
      const next = this.#inbox[this.#inboxStart];
      const call = next?.startsWith(CALL_PREFIX) ? RunnerCall.read(next) : undefined;
      if (call?.isolate !== first.isolate) break;
      this.#inboxStart += 1;
      batch.push(call);
    }
    if (first.mustSpin) this.#spin();
    const isolate = this.#isolates.get(first.isolate);
    if (isolate === undefined) {
      for (const { seq } of batch) this.#send(unreachedFrame(seq));
    } else isolate.call(batch);
    // The host goes on with these while the next ones run.
    if (batch.length > 1) this.#flushOut();
  }

  #open(id: number, spec: IsolateSpec): void {
    const isolate = this.#createIsolate(id, spec, this.#output);
    this.#isolates.set(id, isolate);
    this.#extensionIds.set(id, spec.extensionId);
    isolate.load();
  }

  #createIsolate(id: number, spec: IsolateSpec, output: IsolateOutput): GuestIsolate {
    const engine = new IsolateEngine({
      vm: this.#vm,
      snapshot: this.#snapshot,
      heapBytes: spec.limits.heapBytes,
      outside: this.#outside,
    });
    const randomSeed = (): string => randomBytes(32).toString('hex');
    return new GuestIsolate({
      id,
      spec,
      engine,
      ...output,
      heartbeat: this.#heartbeat,
      clock: this.#clock,
      randomSeed,
      isShared: () => this.#isShared(),
      awaitAnswer: (asked, deadline) => this.#awaitAnswer(asked, deadline),
      onEnter: () => this.#flushOut(),
    });
  }

  #isShared(): boolean {
    if (this.#extensionIds.size < 2) return false;
    return new Set(this.#extensionIds.values()).size > 1;
  }

  // The first isolate of a process takes ten times as long as the second (measured). A spare
  // runner has the time to make one before it is needed.
  #warmUp(): void {
    if (this.#isolates.size > 0) return;
    const isolate = this.#createIsolate(0, WARM_UP_SPEC, NO_OUTPUT);
    isolate.load();
    isolate.call([new RunnerCall(WARM_UP_HEAD, [`0\t\t${writeCallBody(WARM_UP_BODY)}`])]);
    isolate.close();
  }

  #send(text: string): void {
    // Outside of `work` (a timer fired) no other code would send it.
    if (this.#unsent === '' && !this.#isWorking) setImmediate(() => this.#flushOut());
    this.#unsent += text;
  }

  #flushOut(): void {
    if (this.#unsent === '') return;
    const text = this.#unsent;
    this.#unsent = '';
    this.#wire.write(text);
  }
}

/** The answer that is waited for, or a frame after which there will be none. */
function answerIn(
  line: string,
  { isolate, seq, id }: AskedNow,
): { readonly answer?: AnsweredNow } | undefined {
  if (line.startsWith(CALL_PREFIX)) return undefined;
  const frame = readHostFrame(line);
  switch (frame?.kind) {
    case 'answer':
      return frame.isolate === isolate && frame.seq === seq && frame.id === id
        ? { answer: frame }
        : undefined;
    case 'cancel':
      return frame.seq === seq ? {} : undefined;
    case 'close':
      return frame.isolate === isolate ? {} : undefined;
    default:
      return undefined;
  }
}

// Of the whole process: V8 may work for a guest on other threads, while the entry waits.
function processCpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function machinePressure(): number {
  return (loadavg()[0] ?? 0) / availableParallelism();
}

// A terminal or a service manager sends these to the host and to all that it started. The host answers
// its calls before it ends, and a runner ends with its host.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const [snapshot = '', addon = '', hostPid = '', jail = 'null'] = process.argv.slice(2);
new Runner({ snapshot, addon, hostPid: Number(hostPid), jail });
