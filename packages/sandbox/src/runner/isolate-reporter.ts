import { performance } from 'node:perf_hooks';
import { type ResultFrame, writeResult } from '../wire/call-frames.ts';
import type { CallFault, IsolateLoss, OpenFault } from '../wire/faults.ts';
import { type FieldsOf, type QuotedText, quote } from '../wire/frame-codec.ts';
import type { ASK, LogLevel } from '../wire/guest-to-runner.ts';
import { toHost } from '../wire/runner-to-host.ts';
import { passAnswers } from './pass-answers.ts';
import type { RunnerCall } from './runner-call.ts';

const HEAP_SAMPLE_MS = 100;
const NO_MESSAGE = quote('');

export interface IsolateReporterParts {
  readonly isolate: number;
  readonly send: (text: string) => void;
  readonly sendBytes: (frames: Uint8Array) => void;
  readonly heapBytes: () => number;
  readonly logLines: number;
}

/** What an isolate says to the host. */
export class IsolateReporter {
  readonly #parts: IsolateReporterParts;
  #looseLines = 0;
  #heapBytes = 0;
  #heapAt = 0;

  constructor(parts: IsolateReporterParts) {
    this.#parts = parts;
  }

  opened(registrations: string): void {
    this.#parts.send(toHost.opened({ isolate: this.#parts.isolate, registrations }));
  }

  unopened(fault: OpenFault, message: QuotedText): void {
    this.#parts.send(toHost.unopened({ isolate: this.#parts.isolate, fault, message }));
  }

  /** What the guest has said of its result it alone answers for. */
  returned(
    { seq, cpuMicros }: RunnerCall,
    { kind, body }: Pick<ResultFrame, 'kind' | 'body'>,
  ): void {
    const heapBytes = this.#sampleHeap();
    this.#parts.send(writeResult({ kind, seq, cpuMicros, heapBytes, body }));
  }

  /** What the guest has kept; `settle` answers the CPU time of a call, undefined for one that is over. */
  answered(frames: Buffer, settle: (seq: number) => number | undefined): void {
    const { sendBytes: send } = this.#parts;
    passAnswers(frames, { settle, heapBytes: this.#sampleHeap(), send });
  }

  ended({ seq, cpuMicros }: RunnerCall, fault: CallFault, message = NO_MESSAGE): void {
    const heapBytes = this.#sampleHeap();
    this.#parts.send(toHost.ended({ seq, cpuMicros, heapBytes, fault, message }));
  }

  /** For a call that found no isolate and has not begun. */
  unreached(seq: number): void {
    this.#parts.send(unreachedFrame(seq));
  }

  lost(cause: IsolateLoss): void {
    this.#parts.send(toHost.lost({ isolate: this.#parts.isolate, cause }));
  }

  ask(asked: FieldsOf<typeof ASK>): void {
    this.#parts.send(toHost.ask(asked));
  }

  progress(call: RunnerCall, json: string): void {
    if (this.#countLine(call)) this.#parts.send(toHost.progress({ seq: call.seq, json }));
  }

  log(call: RunnerCall | undefined, level: LogLevel, message: QuotedText): void {
    const isKept = call === undefined ? this.#countLooseLine() : this.#countLine(call);
    const { isolate } = this.#parts;
    if (isKept) this.#parts.send(toHost.log({ seq: call?.seq ?? 0, isolate, level, message }));
  }

  /** One line more than allowed is sent on: it is how the host learns of the limit. */
  #countLine(call: RunnerCall): boolean {
    return call.countLogLine() <= this.#parts.logLines + 1;
  }

  #countLooseLine(): boolean {
    this.#looseLines += 1;
    return this.#looseLines <= this.#parts.logLines;
  }

  /** Statistics cost as much as a call; an old value is good enough for a quick one. */
  #sampleHeap(): number {
    const now = performance.now();
    if (now - this.#heapAt > HEAP_SAMPLE_MS) {
      this.#heapAt = now;
      this.#heapBytes = this.#parts.heapBytes() || this.#heapBytes;
    }
    return this.#heapBytes;
  }
}

/** For a call that found no isolate and has not begun. */
export function unreachedFrame(seq: number): string {
  return toHost.ended({
    seq,
    cpuMicros: 0,
    heapBytes: 0,
    fault: 'unreached',
    message: NO_MESSAGE,
  });
}
