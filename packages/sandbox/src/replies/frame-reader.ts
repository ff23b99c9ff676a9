import type { FailureCode, Logger, RunProgress } from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { readCallFault, refused, replyForFault } from '../calls/call-endings.ts';
import type { HostCallDispatcher } from '../calls/host-call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { Extension } from '../extensions/extension.ts';
import type { LoadOutcome } from '../isolates/isolate-handle.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import {
  ISOLATE_LOSSES,
  type IsolateLoss,
  LOG_LEVELS,
  OPEN_FAULTS,
  TO_HOST,
  takeFields,
  wholeNumber,
} from '../wire/frame.ts';
import { readProgress, readText, usageFrom } from './frame-fields.ts';
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

/** Reads what runners say. A frame of the wrong shape ends the runner; a late one is ignored. */
export class FrameReader {
  readonly #parts: FrameReaderParts;
  readonly #results: ResultReader;

  constructor(parts: FrameReaderParts) {
    this.#parts = parts;
    this.#results = new ResultReader(parts);
  }

  read(runner: RunnerProcess, text: string): void {
    const tab = text.indexOf('\t');
    const kind = text.slice(0, tab);
    const isText = kind === TO_HOST.text;
    const isFine =
      isText || kind === TO_HOST.returned
        ? this.#results.read(runner, { text, start: tab + 1, isText })
        : this.#other(runner, kind, text.slice(tab + 1));
    if (!isFine)
      runner.kill('protocol', `a frame of kind ${kind.slice(0, 20)} has the wrong shape`);
  }

  #other(runner: RunnerProcess, kind: string, rest: string): boolean {
    switch (kind) {
      case TO_HOST.ended:
        return this.#ended(runner, rest);
      case TO_HOST.ask:
        return this.#ask(runner, rest);
      case TO_HOST.progress:
        return this.#progress(runner, rest);
      case TO_HOST.log:
        return this.#log(runner, rest);
      case TO_HOST.opened:
        return this.#opened(runner, rest);
      case TO_HOST.unopened:
        return this.#unopened(runner, rest);
      case TO_HOST.lost:
        return this.#lost(runner, rest);
      case TO_HOST.calm:
        runner.calm(wholeNumber(rest) ?? -1);
        // Few are normal; like all that nobody waits for, a flood of them is not.
        return this.#stray(runner);
      case TO_HOST.ready:
        runner.isReady = true;
        return this.#stray(runner);
      default:
        return false;
    }
  }

  #ended(runner: RunnerProcess, rest: string): boolean {
    const fields = takeFields(rest, 4);
    const seq = wholeNumber(fields?.[0]);
    const fault = readCallFault(fields?.[3]);
    const text = readText(fields?.[4]);
    if (fields === undefined || seq === undefined || fault === undefined || text === undefined)
      return false;
    const pendingCall = runner.pendingCalls.get(seq);
    if (pendingCall === undefined) return this.#stray(runner);
    if (fault === 'unreached' && this.#parts.dispatcher.retryUnreached(pendingCall)) return true;
    const usage = usageFrom(pendingCall, {
      cpuMicros: wholeNumber(fields[1]),
      heapBytes: wholeNumber(fields[2]),
      bytesOut: text.length,
    });
    this.#parts.dispatcher.settle(
      pendingCall,
      replyForFault(pendingCall, {
        fault,
        text: text.slice(0, pendingCall.extension.limits.errorChars),
        usage,
      }),
    );
    return true;
  }

  #ask(runner: RunnerProcess, rest: string): boolean {
    const fields = takeFields(rest, 3);
    const seq = wholeNumber(fields?.[0]);
    const id = wholeNumber(fields?.[1]);
    if (fields === undefined || seq === undefined || id === undefined) return false;
    const pendingCall = runner.pendingCalls.get(seq);
    if (pendingCall === undefined) return this.#stray(runner);
    if (pendingCall.ending !== undefined) return this.#stray(runner);
    pendingCall.hostCalls += 1;
    const { hostCallsPerCall, pendingHostCalls, argumentBytes } = pendingCall.extension.limits;
    const guestJson = fields[3] ?? '';
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
    } else void this.#parts.hostCalls.answer(pendingCall, { id, name: fields[2] ?? '', guestJson });
    return true;
  }

  #progress(runner: RunnerProcess, rest: string): boolean {
    const fields = takeFields(rest, 1);
    const seq = wholeNumber(fields?.[0]);
    const progress = readProgress(fields?.[1]);
    if (seq === undefined || progress === undefined) return false;
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

  #log(runner: RunnerProcess, rest: string): boolean {
    const fields = takeFields(rest, 3);
    const seq = wholeNumber(fields?.[0]);
    const isolate = runner.isolates.get(wholeNumber(fields?.[1]) ?? -1);
    const level = LOG_LEVELS.find((known) => known === fields?.[2]);
    const text = readText(fields?.[3]);
    if (seq === undefined || level === undefined || text === undefined) return false;
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

  #opened(runner: RunnerProcess, rest: string): boolean {
    const fields = takeFields(rest, 1);
    const isolate = runner.isolates.get(wholeNumber(fields?.[0]) ?? -1);
    if (fields === undefined) return false;
    if (isolate === undefined || isolate.isOpen) return this.#stray(runner);
    this.#parts.dispatcher.startClocks(isolate);
    isolate.load?.settle({ kind: 'opened', json: fields[1] ?? '' });
    return true;
  }

  #unopened(runner: RunnerProcess, rest: string): boolean {
    const fields = takeFields(rest, 2);
    const fault = OPEN_FAULTS.find((known) => known === fields?.[1]);
    const text = readText(fields?.[2]);
    const isolate = runner.isolates.get(wholeNumber(fields?.[0]) ?? -1);
    if (fault === undefined || text === undefined) return false;
    if (isolate === undefined) return this.#stray(runner);
    const outcome: LoadOutcome = {
      kind: 'failed',
      fault,
      text: text.slice(0, isolate.extension.limits.errorChars),
    };
    this.#parts.dispatcher.closeIsolate(isolate);
    if (isolate.load !== undefined) isolate.load.settle(outcome);
    for (const pendingCall of runner.pendingCalls.values()) {
      if (pendingCall.isolate === isolate)
        this.#parts.dispatcher.settle(
          pendingCall,
          refused('extension_unavailable', `It failed to start: ${outcome.text}`),
        );
    }
    return true;
  }

  #lost(runner: RunnerProcess, rest: string): boolean {
    const fields = takeFields(rest, 1);
    const cause = ISOLATE_LOSSES.find((known) => known === fields?.[1]);
    const isolate = runner.isolates.get(wholeNumber(fields?.[0]) ?? -1);
    if (cause === undefined) return false;
    if (isolate === undefined) return this.#stray(runner);
    this.#parts.dispatcher.closeIsolate(isolate);
    const code = LOSS_CODES[cause];
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
