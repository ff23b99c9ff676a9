import { fail } from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { answeredCall, type ResultKind, readResult, resultKind } from '../wire/call-frames.ts';
import { readRunnerFrame } from '../wire/runner-to-host.ts';
import type { CallNotices } from './call-notices.ts';
import { interpretReturned } from './interpret-result.ts';
import type { IsolateNotices } from './isolate-notices.ts';

export interface FrameReaderParts {
  readonly dispatcher: CallDispatcher;
  readonly emit: (event: SandboxEvent) => void;
  readonly callNotices: CallNotices;
  readonly isolateNotices: IsolateNotices;
}

/** Reads what runners say. A frame of the wrong shape ends the runner; a late one is ignored. */
export class FrameReader {
  readonly #parts: FrameReaderParts;

  constructor(parts: FrameReaderParts) {
    this.#parts = parts;
  }

  read(runner: RunnerProcess, text: string): void {
    const kind = resultKind(text);
    const isFine =
      kind === undefined ? this.#readNotice(runner, text) : this.#readResult(runner, text, kind);
    if (isFine) return;
    const [name] = text.slice(0, 20).split('\t', 1);
    runner.kill('protocol', `a frame of kind ${name} has the wrong shape`);
  }

  /** An answer from the watch thread of a runner. It ends no call that does not live in the isolate it comes from. */
  readEarly(runner: RunnerProcess, text: string, isolate: number): void {
    const seq = answeredCall(text);
    const call = seq === undefined ? undefined : this.#parts.dispatcher.find(runner, seq);
    if (seq === undefined || call?.isolate?.id === isolate) this.read(runner, text);
    else runner.ignoreStray();
  }

  #readResult(runner: RunnerProcess, text: string, kind: ResultKind): boolean {
    const { dispatcher } = this.#parts;
    const result = readResult(text, kind);
    if (result === undefined) return false;
    const call = dispatcher.find(runner, result.seq);
    if (call === undefined) return runner.ignoreStray();
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
    const { callNotices: calls, isolateNotices: isolates } = this.#parts;
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
      case 'reached':
        runner.noteReached(frame.seq);
        return runner.ignoreStray();
      case 'calm':
        runner.calm(frame.entry);
        // Few are normal; like all that no call waits for, a flood of them is not.
        return runner.ignoreStray();
      case 'ready':
        runner.markReady(frame.jail);
        return runner.ignoreStray();
      case undefined:
        return false;
      default:
        return frame satisfies never;
    }
  }
}
