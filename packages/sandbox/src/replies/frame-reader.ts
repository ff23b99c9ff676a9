import { type FailureCode, type Logger, type RunProgress, refuse } from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { outcomeOfFault } from '../calls/call-endings.ts';
import type { HostCallDispatcher } from '../calls/host-call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { Extension } from '../extensions/extension.ts';
import type { LoadOutcome } from '../isolates/isolate-handle.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { resultKind } from '../wire/call-frames.ts';
import type { IsolateLoss } from '../wire/faults.ts';
import { unquote } from '../wire/frame-codec.ts';
import { type RunnerFrame, readRunnerFrame } from '../wire/runner-to-host.ts';
import { readProgress, usageFrom } from './frame-fields.ts';
import { ResultReader } from './result-reader.ts';

export interface FrameReaderParts {
  readonly dispatcher: CallDispatcher;
  readonly hostCalls: HostCallDispatcher;
  readonly logger: Logger;
  readonly emit: (event: SandboxEvent) => void;
  readonly onIsolateLost: (extension: Extension, code: FailureCode) => void;
}

const LOSS_CODES = {
  cpu: 'cpu_limit',
  deadline: 'timeout',
  memory: 'memory_limit',
  broken: 'sandbox_crashed',
} as const satisfies Record<IsolateLoss, FailureCode>;

type Frame<Kind extends RunnerFrame['kind']> = Extract<RunnerFrame, { readonly kind: Kind }>;

/** Reads what runners say. A frame of the wrong shape ends the runner; a late one is ignored. */
export class FrameReader {
  readonly #parts: FrameReaderParts;
  readonly #results: ResultReader;

  constructor(parts: FrameReaderParts) {
    this.#parts = parts;
    this.#results = new ResultReader(parts);
  }

  read(runner: RunnerProcess, text: string): void {
    const kind = resultKind(text);
    const isFine =
      kind === undefined ? this.#other(runner, text) : this.#results.read(runner, text, kind);
    if (isFine) return;
    const name = text.slice(0, 20).split('\t', 1)[0];
    runner.kill('protocol', `a frame of kind ${name} has the wrong shape`);
  }

  #other(runner: RunnerProcess, text: string): boolean {
    const frame = readRunnerFrame(text);
    switch (frame?.kind) {
      case 'ended':
        return this.#ended(runner, frame);
      case 'ask':
        return this.#ask(runner, frame);
      case 'progress':
        return this.#progress(runner, frame);
      case 'log':
        return this.#log(runner, frame);
      case 'opened':
        return this.#opened(runner, frame);
      case 'unopened':
        return this.#unopened(runner, frame);
      case 'lost':
        return this.#lost(runner, frame);
      case 'calm':
        runner.calm(frame.entry);
        // Few are normal; like all that no call waits for, a flood of them is not.
        return this.#stray(runner);
      case 'ready':
        runner.isReady = true;
        return this.#stray(runner);
      case undefined:
        return false;
      default:
        return frame satisfies never;
    }
  }

  #ended(runner: RunnerProcess, frame: Frame<'ended'>): boolean {
    const { seq, fault } = frame;
    const text = unquote(frame.message);
    if (text === undefined) return false;
    const pendingCall = runner.pendingCalls.get(seq);
    if (pendingCall === undefined) return this.#stray(runner);
    if (fault === 'unreached' && this.#parts.dispatcher.retryUnreached(pendingCall)) return true;
    const usage = usageFrom(pendingCall, frame, text.length);
    this.#parts.dispatcher.settle(
      pendingCall,
      outcomeOfFault(pendingCall, {
        fault,
        text: text.slice(0, pendingCall.extension.limits.errorChars),
        usage,
      }),
    );
    return true;
  }

  #ask(runner: RunnerProcess, { seq, id, name, input: guestJson }: Frame<'ask'>): boolean {
    const pendingCall = runner.pendingCalls.get(seq);
    if (pendingCall === undefined) return this.#stray(runner);
    if (pendingCall.ending !== undefined) return this.#stray(runner);
    pendingCall.hostCalls += 1;
    const { hostCallsPerCall, pendingHostCalls, argumentBytes } = pendingCall.extension.limits;
    if (pendingCall.hostCalls > hostCallsPerCall) {
      this.#parts.dispatcher.end(
        pendingCall,
        'host_call_limit',
        `It made more than ${hostCallsPerCall} host calls.`,
      );
    } else if (pendingCall.pendingHostCalls >= pendingHostCalls) {
      this.#parts.dispatcher.end(
        pendingCall,
        'host_call_limit',
        `It had more than ${pendingHostCalls} host calls open at once.`,
      );
    } else if (guestJson.length > argumentBytes) {
      this.#parts.dispatcher.end(
        pendingCall,
        'host_call_limit',
        `It asked the host with more than ${argumentBytes} characters.`,
      );
    } else void this.#parts.hostCalls.answer(pendingCall, { id, name, guestJson });
    return true;
  }

  #progress(runner: RunnerProcess, { seq, json }: Frame<'progress'>): boolean {
    const progress = readProgress(json);
    if (progress === undefined) return false;
    const pendingCall = runner.pendingCalls.get(seq);
    if (pendingCall === undefined) return this.#stray(runner);
    if (pendingCall.ending === undefined && this.#countLine(runner, pendingCall))
      this.#notify(pendingCall, progress);
    return true;
  }

  #notify(pendingCall: PendingCall, progress: RunProgress): void {
    try {
      pendingCall.ports.onProgress(progress);
    } catch (error) {
      this.#parts.logger.warn(
        { error, callId: pendingCall.request.callId },
        'a progress listener threw',
      );
    }
  }

  #log(runner: RunnerProcess, { seq, isolate: id, level, message }: Frame<'log'>): boolean {
    const isolate = runner.isolates.get(id);
    const text = unquote(message);
    if (text === undefined) return false;
    if (isolate === undefined) return this.#stray(runner);
    const pendingCall = runner.pendingCalls.get(seq);
    if (pendingCall !== undefined && !this.#countLine(runner, pendingCall)) return true;
    const details = {
      extensionId: isolate.extension.id,
      ...(pendingCall === undefined
        ? {}
        : { callId: pendingCall.request.callId, toolName: pendingCall.request.toolName }),
    };
    this.#parts.logger[level](details, text.slice(0, 2_000));
    return true;
  }

  /** The runner drops lines too; one that sends many more than the limit is not ours any more. */
  #countLine(runner: RunnerProcess, pendingCall: PendingCall): boolean {
    pendingCall.logLines += 1;
    const limit = pendingCall.extension.limits.logLinesPerCall;
    if (pendingCall.logLines > limit + 1) runner.countStray();
    if (pendingCall.logLines === limit + 1) {
      this.#parts.emit({
        type: 'log_limit',
        extensionId: pendingCall.extension.id,
        callId: pendingCall.request.callId,
      });
    }
    return pendingCall.logLines <= limit;
  }

  #opened(runner: RunnerProcess, frame: Frame<'opened'>): boolean {
    const isolate = runner.isolates.get(frame.isolate);
    if (isolate === undefined || isolate.isOpen) return this.#stray(runner);
    this.#parts.dispatcher.startClocks(isolate);
    isolate.load?.settle({ kind: 'opened', json: frame.registrations });
    return true;
  }

  #unopened(runner: RunnerProcess, frame: Frame<'unopened'>): boolean {
    const text = unquote(frame.message);
    const isolate = runner.isolates.get(frame.isolate);
    if (text === undefined) return false;
    if (isolate === undefined) return this.#stray(runner);
    const outcome: LoadOutcome = {
      kind: 'failed',
      fault: frame.fault,
      text: text.slice(0, isolate.extension.limits.errorChars),
    };
    this.#parts.dispatcher.closeIsolate(isolate);
    if (isolate.load !== undefined) isolate.load.settle(outcome);
    for (const pendingCall of runner.pendingCalls.values()) {
      if (pendingCall.isolate === isolate)
        this.#parts.dispatcher.settle(
          pendingCall,
          refuse('extension_unavailable', `It failed to start: ${outcome.text}`),
        );
    }
    return true;
  }

  #lost(runner: RunnerProcess, frame: Frame<'lost'>): boolean {
    const isolate = runner.isolates.get(frame.isolate);
    if (isolate === undefined) return this.#stray(runner);
    this.#parts.dispatcher.closeIsolate(isolate);
    const code = LOSS_CODES[frame.cause];
    this.#parts.emit({ type: 'isolate_replaced', extensionId: isolate.extension.id, code });
    this.#parts.onIsolateLost(isolate.extension, code);
    // Calls that were on their way to it are answered by the runner as unreached, each once.
    return true;
  }

  #stray(runner: RunnerProcess): boolean {
    runner.countStray();
    return true;
  }
}
