import { fail } from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { answeredCall, type ResultKind, readResult, resultKind } from '../wire/call-frames.ts';
import { readRunnerFrame } from '../wire/runner-to-host.ts';
import type { BusyFrame } from '../wire/watch-to-host.ts';
import type { CallNotices } from './call-notices.ts';
import type { FrameGate } from './frame-gate.ts';
import { interpretReturned } from './interpret-result.ts';
import type { IsolateNotices } from './isolate-notices.ts';

export interface FrameReaderParts {
  readonly gate: FrameGate;
  readonly dispatcher: CallDispatcher;
  readonly emit: (event: SandboxEvent) => void;
  readonly callNotices: CallNotices;
  readonly isolateNotices: IsolateNotices;
}

/** Reads what runners say. What each frame is of, and what becomes of one that is of nothing, is for `FrameGate`. */
export class FrameReader {
  readonly #parts: FrameReaderParts;

  constructor(parts: FrameReaderParts) {
    this.#parts = parts;
  }

  read(runner: RunnerProcess, text: string): void {
    const kind = resultKind(text);
    const isFine =
      kind === undefined ? this.#readNotice(runner, text) : this.#readResult(runner, text, kind);
    if (!isFine) this.#parts.gate.endSpeaker(runner, text);
  }

  /** An answer from the watch thread of a runner. It ends no call that does not live in the isolate it comes from. */
  readEarly(runner: RunnerProcess, text: string, isolate: number): void {
    const { gate } = this.#parts;
    const seq = answeredCall(text);
    if (seq === undefined) gate.endSpeaker(runner, text);
    else if (gate.answeredEarly(runner, { seq, isolate }, 'answers') !== undefined) {
      this.read(runner, text);
      runner.pastCalls.expectAnother(seq);
    }
  }

  /** The watch thread passes on answers of an isolate, or reports an entry into one that does not end. */
  readBusy(runner: RunnerProcess, busy: BusyFrame): boolean {
    if (this.#parts.gate.isolate(runner, busy.isolate, 'busy') === undefined) return false;
    runner.noteBusy(busy);
    // Twenty in a second are normal, a flood of them is not.
    runner.ignoreStray();
    return runner.busy !== undefined;
  }

  readAnswersOf(runner: RunnerProcess, isolate: number): void {
    const known = this.#parts.gate.isolate(runner, isolate, 'answers');
    runner.passAnswersOf(known?.id ?? 0);
    runner.ignoreStray();
  }

  #readResult(runner: RunnerProcess, text: string, kind: ResultKind): boolean {
    const { dispatcher, gate } = this.#parts;
    const result = readResult(text, kind);
    if (result === undefined) return false;
    const call = gate.answered(runner, result.seq, kind);
    if (call === undefined) return true;
    const { ending } = call;
    const { limits } = call.extension;
    const usage = call.usage(result, Buffer.byteLength(result.body));
    const outcome =
      ending === undefined
        ? interpretReturned(result, { usage, limits })
        : fail(ending.code, ending.message, { usage });
    dispatcher.settle(call, outcome);
    if (outcome.reduction?.state === 'failed') this.#tellReducerFault(call);
    return true;
  }

  #tellReducerFault({ extension, request }: PendingCall): void {
    const { toolName } = request;
    this.#parts.emit({ type: 'reducer_failed', extensionId: extension.id, toolName });
  }

  #readNotice(runner: RunnerProcess, text: string): boolean {
    const { callNotices: calls, isolateNotices: isolates, gate } = this.#parts;
    const frame = readRunnerFrame(text);
    switch (frame?.kind) {
      case 'ended':
        return calls.ended(runner, frame);
      case 'ask':
        return calls.ask(runner, frame);
      case 'progress':
        return calls.progress(runner, frame);
      case 'log':
        return calls.log(runner, frame);
      case 'opened':
        return isolates.opened(runner, frame);
      case 'unopened':
        return isolates.unopened(runner, frame);
      case 'lost':
        return isolates.lost(runner, frame);
      // Few of the next three are normal; like all that no call waits for, a flood of them is not.
      case 'reached':
        if (!runner.noteReached(frame.seq))
          return gate.refuse(runner, 'reached', 'it was not asked');
        return runner.ignoreStray();
      case 'calm':
        if (!runner.calm(frame.entry))
          return gate.refuse(runner, 'calm', 'a later entry has ended');
        return runner.ignoreStray();
      case 'ready':
        if (!runner.markReady(frame.jail))
          return gate.refuse(runner, 'ready', 'it was ready before');
        return runner.ignoreStray();
      case undefined:
        return false;
      default:
        return frame satisfies never;
    }
  }
}
