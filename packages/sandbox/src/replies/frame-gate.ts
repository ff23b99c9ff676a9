import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { failed } from '../calls/call-endings.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { CrashReporter } from '../extensions/crash-reporter.ts';
import type { IsolateHandle } from '../isolates/isolate-handle.ts';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';

export interface FrameGateParts {
  readonly dispatcher: CallDispatcher;
  readonly isolates: IsolateTable;
  readonly crashes: CrashReporter;
  readonly emit: (event: SandboxEvent) => void;
}

const CODE = 'protocol_violation';
/** Of one runner, before it is ended: an honest one sends none. */
const MOST_REFUSED = 16;
const NAME_CHARS = 20;

/**
 * Decides what a frame is of. A runner that was taken over says what it likes, so a frame counts
 * only for a call or an isolate that the host itself put into that runner and has not ended;
 * extension, scope and grant are those that the host recorded for it. Everything else is dropped:
 * silently if host and runner may just have ended something at the same time, else it is counted and
 * reported, and a runner that goes on with it is ended.
 */
export class FrameGate {
  readonly #parts: FrameGateParts;

  constructor(parts: FrameGateParts) {
    this.#parts = parts;
  }

  /** The call that an answer is of. From then on the runner has answered it. */
  answered(runner: RunnerProcess, seq: number, frame: string): PendingCall | undefined {
    const call = this.#parts.dispatcher.find(runner, seq);
    if (call !== undefined) runner.pastCalls.noteAnswer(seq);
    else if (runner.pastCalls.takeLateAnswer(seq)) runner.ignoreStray();
    else if (runner.pastCalls.wasAnswered(seq))
      this.refuse(runner, frame, `call ${seq} was answered before`);
    else this.refuse(runner, frame, `call ${seq} is not one of this runner`);
    return call;
  }

  /** The same for an answer that the watch thread passes on for an isolate. */
  answeredEarly(
    runner: RunnerProcess,
    { seq, isolate }: { readonly seq: number; readonly isolate: number },
    frame: string,
  ): PendingCall | undefined {
    const call = this.#parts.dispatcher.find(runner, seq);
    if (call?.isolate?.id === isolate) return call;
    if (call !== undefined)
      this.refuse(runner, frame, `call ${seq} does not run in isolate ${isolate}`);
    // The runner may have given it by itself meanwhile, on the other descriptor.
    else if (runner.pastCalls.isLate(seq) || runner.pastCalls.wasAnswered(seq))
      runner.ignoreStray();
    else this.refuse(runner, frame, `call ${seq} is not one of this runner`);
    return undefined;
  }

  /** The call that something beside an answer is of. */
  speaking(runner: RunnerProcess, seq: number, frame: string): PendingCall | undefined {
    const call = this.#parts.dispatcher.find(runner, seq);
    if (call !== undefined) return call;
    if (runner.pastCalls.isLate(seq)) runner.ignoreStray();
    else this.refuse(runner, frame, `call ${seq} does not run in this runner`);
    return undefined;
  }

  /** The isolate that a frame is of. */
  isolate(runner: RunnerProcess, id: number, frame: string): IsolateHandle | undefined {
    const isolate = this.#parts.isolates.get(runner, id);
    if (isolate !== undefined && runner.isReady) return isolate;
    if (isolate !== undefined) this.refuse(runner, frame, 'the runner is not ready');
    else if (runner.pastIsolates.has(id)) runner.ignoreStray();
    else this.refuse(runner, frame, `isolate ${id} is not one of this runner`);
    return undefined;
  }

  /** A frame that an honest runner would not have sent. Always true: its shape is not at fault. */
  refuse(runner: RunnerProcess, frame: string, reason: string): true {
    const count = runner.countRefused();
    const { isolates, emit } = this.#parts;
    if (count <= MOST_REFUSED) {
      const extensions = [...new Set(isolates.of(runner).map(({ extension }) => extension.id))];
      emit({ type: 'frame_refused', pid: runner.pid, frame, reason, extensions });
    }
    if (count >= MOST_REFUSED) runner.kill('protocol', `${count} frames that fit nothing`);
    return true;
  }

  /** A frame of the wrong shape ends the isolate that it is of, or its runner if it cannot be told. */
  endSpeaker(runner: RunnerProcess, text: string, isolate = this.#speakerOf(runner, text)): void {
    const name = text.slice(0, NAME_CHARS).split('\t', 1)[0] ?? '';
    const detail = `a frame of kind ${name} has the wrong shape`;
    if (isolate === undefined || runner.isolateCount === 1) {
      this.#report(runner, name, detail);
      runner.kill('protocol', detail);
      return;
    }
    this.#endIsolate(isolate, detail);
    this.refuse(runner, name, detail);
  }

  #report(runner: RunnerProcess, frame: string, reason: string): void {
    const extensions = this.#parts.isolates.of(runner).map(({ extension }) => extension.id);
    const { pid } = runner;
    this.#parts.emit({ type: 'frame_refused', pid, frame, reason, extensions });
  }

  /** The isolate that the number at the begin of a frame leads to, be it of a call or of an isolate. */
  #speakerOf(runner: RunnerProcess, text: string): IsolateHandle | undefined {
    const [kind = '', first = '', second = ''] = text.slice(0, 60).split('\t', 3);
    const { dispatcher, isolates } = this.#parts;
    if (ISOLATE_FRAMES.has(kind)) return isolates.get(runner, Number(first));
    const call = CALL_FRAMES.has(kind) ? dispatcher.find(runner, Number(first)) : undefined;
    if (call !== undefined) return call.isolate;
    return kind === 'log' ? isolates.get(runner, Number(second)) : undefined;
  }

  /** Its calls may have done something: what they asked of the host is in the audit log. */
  #endIsolate(isolate: IsolateHandle, detail: string): void {
    const { dispatcher, isolates, crashes, emit } = this.#parts;
    const { runner, extension } = isolate;
    isolates.close(isolate);
    isolate.load?.settle({ kind: 'failed', fault: 'broken', text: detail });
    emit({ type: 'isolate_replaced', extensionId: extension.id, code: CODE });
    // In a runner of several extensions another one may have said it in its name.
    if (isolates.of(runner).every((other) => other.extension === extension))
      crashes.count(extension, CODE);
    const message = `Its isolate broke the protocol (${detail}) and was ended.`;
    for (const call of dispatcher.callsIn(runner))
      if (call.isolate === isolate)
        dispatcher.settle(call, failed(CODE, message, call.usageSoFar()));
  }
}

/** Frames that begin with the number of a call. */
const CALL_FRAMES: ReadonlySet<string> = new Set([
  ...['returned', 'text', 'ended', 'ask', 'progress', 'log'],
]);
/** Frames that begin with the number of an isolate. */
const ISOLATE_FRAMES: ReadonlySet<string> = new Set(['opened', 'unopened', 'lost']);
