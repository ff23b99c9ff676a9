import { performance } from 'node:perf_hooks';
import {
  type CallFault,
  FRAME_END,
  frame,
  type IsolateLoss,
  type OpenFault,
  TO_HOST,
} from '../wire/frame.ts';
import type { RunningCall } from './running-call.ts';

const HEAP_SAMPLE_MS = 100;

export interface IsolateReporterParts {
  readonly isolate: number;
  readonly send: (text: string) => void;
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
    this.#parts.send(frame(TO_HOST.opened, this.#parts.isolate, registrations));
  }

  unopened(fault: OpenFault, json: string): void {
    this.#parts.send(frame(TO_HOST.unopened, this.#parts.isolate, fault, json));
  }

  /** `fields` are those that the guest has said, and that it alone answers for. */
  returned(call: RunningCall, kind: 'returned' | 'text', fields: string): void {
    this.#parts.send(
      `${kind}\t${call.seq}\t${call.cpuMicros}\t${this.#sampleHeap()}\t${fields}${FRAME_END}`,
    );
  }

  ended(call: RunningCall, fault: CallFault, json = '""'): void {
    this.#parts.send(
      frame(TO_HOST.ended, call.seq, call.cpuMicros, this.#sampleHeap(), fault, json),
    );
  }

  /** For a call that found no isolate and has not begun. */
  unreached(seq: number): void {
    this.#parts.send(frame(TO_HOST.ended, seq, 0, 0, 'unreached', '""'));
  }

  lost(cause: IsolateLoss): void {
    this.#parts.send(frame(TO_HOST.lost, this.#parts.isolate, cause));
  }

  ask(fields: string): void {
    this.#parts.send(`${TO_HOST.ask}\t${fields}${FRAME_END}`);
  }

  progress(call: RunningCall, json: string): void {
    if (this.#countLine(call)) this.#parts.send(frame(TO_HOST.progress, call.seq, json));
  }

  log(call: RunningCall | undefined, level: string, json: string): void {
    const isKept = call === undefined ? this.#countLooseLine() : this.#countLine(call);
    if (isKept)
      this.#parts.send(frame(TO_HOST.log, call?.seq ?? 0, this.#parts.isolate, level, json));
  }

  /** One line more than allowed is sent on: it is how the host learns of the limit. */
  #countLine(call: RunningCall): boolean {
    call.logLines += 1;
    return call.logLines <= this.#parts.logLines + 1;
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
