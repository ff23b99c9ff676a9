import { type Logger, type RunProgress, showHidden } from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { outcomeOfFault } from '../calls/call-endings.ts';
import type { HostCallDispatcher } from '../calls/host-call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { unquote } from '../wire/frame-codec.ts';
import type { RunnerFrame } from '../wire/runner-to-host.ts';

export interface CallNoticesParts {
  readonly dispatcher: CallDispatcher;
  readonly hostCalls: HostCallDispatcher;
  readonly isolates: IsolateTable;
  readonly logger: Logger;
  readonly emit: (event: SandboxEvent) => void;
}

type Frame<Kind extends RunnerFrame['kind']> = Extract<RunnerFrame, { readonly kind: Kind }>;

const LOG_CHARS = 2_000;
const PROGRESS_CHARS = 500;

/** What runners say of calls that run. Each method is false for a frame of the wrong shape. */
export class CallNotices {
  readonly #parts: CallNoticesParts;

  constructor(parts: CallNoticesParts) {
    this.#parts = parts;
  }

  ended(runner: RunnerProcess, frame: Frame<'ended'>): boolean {
    const { dispatcher } = this.#parts;
    const { fault } = frame;
    const message = unquote(frame.message);
    if (message === undefined) return false;
    const call = dispatcher.find(runner, frame.seq);
    if (call === undefined) return runner.ignoreStray();
    if (fault === 'unreached' && dispatcher.retryUnreached(call)) return true;
    const usage = call.usage(frame, message.length);
    const text = message.slice(0, call.extension.limits.errorChars);
    dispatcher.settle(call, outcomeOfFault(call, { fault, text, usage }));
    return true;
  }

  ask(runner: RunnerProcess, { seq, id, name, input: guestJson }: Frame<'ask'>): boolean {
    const { dispatcher, hostCalls } = this.#parts;
    const call = dispatcher.find(runner, seq);
    if (call === undefined || call.ending !== undefined) return runner.ignoreStray();
    const excess = call.countHostCall(guestJson.length);
    if (excess !== undefined) dispatcher.end(call, 'host_call_limit', excess);
    else void hostCalls.answer(call, { id, name, guestJson });
    return true;
  }

  progress(runner: RunnerProcess, { seq, json }: Frame<'progress'>): boolean {
    const progress = interpretProgress(json);
    if (progress === undefined) return false;
    const call = this.#parts.dispatcher.find(runner, seq);
    if (call === undefined) return runner.ignoreStray();
    if (call.ending === undefined && this.#countLine(runner, call)) this.#notify(call, progress);
    return true;
  }

  log(runner: RunnerProcess, frame: Frame<'log'>): boolean {
    const { dispatcher, isolates, logger } = this.#parts;
    const text = unquote(frame.message);
    if (text === undefined) return false;
    const isolate = isolates.get(runner, frame.isolate);
    if (isolate === undefined) return runner.ignoreStray();
    const call = dispatcher.find(runner, frame.seq);
    if (call !== undefined && !this.#countLine(runner, call)) return true;
    const extensionId = isolate.extension.id;
    const details =
      call === undefined
        ? { extensionId }
        : { extensionId, callId: call.request.callId, toolName: call.request.toolName };
    logger[frame.level](details, showHidden(text.slice(0, LOG_CHARS)));
    return true;
  }

  #notify(call: PendingCall, progress: RunProgress): void {
    try {
      call.ports.onProgress(progress);
    } catch (error) {
      const { callId } = call.request;
      this.#parts.logger.warn({ error, callId }, 'a progress listener threw');
    }
  }

  /** The runner drops lines too; one that sends many more than the limit is not ours any more. */
  #countLine(runner: RunnerProcess, call: PendingCall): boolean {
    const lines = call.countLogLine();
    const limit = call.extension.limits.logLinesPerCall;
    if (lines > limit + 1) runner.ignoreStray();
    if (lines === limit + 1) {
      const { callId } = call.request;
      this.#parts.emit({ type: 'log_limit', extensionId: call.extension.id, callId });
    }
    return lines <= limit;
  }
}

/** A field that must be the JSON of a progress note. */
function interpretProgress(guestJson: string): RunProgress | undefined {
  const guestValue = parse(guestJson);
  if (typeof guestValue !== 'object' || guestValue === null || !('message' in guestValue))
    return undefined;
  const { message } = guestValue;
  const percent = 'percent' in guestValue ? guestValue.percent : undefined;
  if (typeof message !== 'string') return undefined;
  const text = message.slice(0, PROGRESS_CHARS);
  return typeof percent === 'number' ? { message: text, percent } : { message: text };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
