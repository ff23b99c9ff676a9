import type { RunnerProcess } from '../processes/runner-process.ts';
import { readRunnerFrame } from '../wire/runner-to-host.ts';
import type { CallNotices } from './call-notices.ts';
import type { IsolateNotices } from './isolate-notices.ts';
import type { ResultReader } from './result-reader.ts';

export interface FrameReaderParts {
  readonly results: ResultReader;
  readonly calls: CallNotices;
  readonly isolates: IsolateNotices;
}

/** Reads what runners say. A frame of the wrong shape ends the runner; a late one is ignored. */
export class FrameReader {
  readonly #parts: FrameReaderParts;

  constructor(parts: FrameReaderParts) {
    this.#parts = parts;
  }

  read(runner: RunnerProcess, text: string): void {
    const isFine = this.#parts.results.read(runner, text) ?? this.#readNotice(runner, text);
    if (isFine) return;
    const [kind] = text.slice(0, 20).split('\t', 1);
    runner.kill('protocol', `a frame of kind ${kind} has the wrong shape`);
  }

  #readNotice(runner: RunnerProcess, text: string): boolean {
    const { calls, isolates } = this.#parts;
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
      case 'calm':
        runner.calm(frame.entry);
        // Few are normal; like all that no call waits for, a flood of them is not.
        return runner.ignoreStray();
      case 'ready':
        runner.markReady();
        return runner.ignoreStray();
      case undefined:
        return false;
      default:
        return frame satisfies never;
    }
  }
}
