import {
  type Failure,
  type Logger,
  type Refusal,
  type RunProgress,
  showHidden,
} from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { outcomeOfFault } from '../calls/call-endings.ts';
import type { HostCallDispatcher } from '../calls/host-call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import type { Trace } from '../traces/trace.ts';
import type { TraceReader } from '../traces/trace-reader.ts';
import type { CallFault } from '../wire/faults.ts';
import { unquote } from '../wire/frame-codec.ts';
import type { RunnerFrame } from '../wire/runner-to-host.ts';
import { splitThrown } from '../wire/thrown-text.ts';
import type { FrameGate } from './frame-gate.ts';

export interface CallNoticesParts {
  readonly gate: FrameGate;
  readonly dispatcher: CallDispatcher;
  readonly hostCalls: HostCallDispatcher;
  readonly logger: Logger;
  readonly emit: (event: SandboxEvent) => void;
  readonly traces: TraceReader;
}

type Frame<Kind extends RunnerFrame['kind']> = Extract<RunnerFrame, { readonly kind: Kind }>;

/** How a call ends that has not run a line of its tool. */
const UNBEGUN: ReadonlySet<CallFault> = new Set(['unreached', 'input_invalid', 'unknown_tool']);
const LOG_CHARS = 2_000;
const PROGRESS_CHARS = 500;

/** What runners say of calls that run. Each method is false for a frame of the wrong shape. */
export class CallNotices {
  readonly #parts: CallNoticesParts;

  constructor(parts: CallNoticesParts) {
    this.#parts = parts;
  }

  ended(runner: RunnerProcess, frame: Frame<'ended'>): boolean {
    const { dispatcher, gate } = this.#parts;
    const { fault } = frame;
    const message = unquote(frame.message);
    if (message === undefined) return false;
    const call = gate.answered(runner, frame.seq, frame.kind);
    if (call === undefined) return true;
    // It would be run once more, or be told as never begun, and has used what it was granted.
    if (call.hasAsked && UNBEGUN.has(fault)) return false;
    if (fault === 'unreached' && dispatcher.retryUnreached(call)) return true;
    const usage = call.usage(frame, message.length);
    const thrown = splitThrown(message);
    const text = thrown.message.slice(0, call.extension.limits.errorChars);
    const trace = this.#parts.traces.read(call.extension, thrown.stack);
    const outcome = outcomeOfFault(call, { fault, text, usage, trace });
    if (trace.length > 0 && outcome.status !== 'ok') this.#logThrown(call, outcome, trace);
    dispatcher.settle(call, outcome);
    return true;
  }

  /** For operators: `code` tells it from what the extension itself logs. */
  #logThrown({ extension, request }: PendingCall, { code }: Refusal | Failure, trace: Trace): void {
    const { callId, toolName } = request;
    const details = { extensionId: extension.id, callId, toolName, code, trace };
    this.#parts.logger.info(details, 'A tool threw.');
  }

  ask(runner: RunnerProcess, { seq, id, name, input }: Frame<'ask'>): boolean {
    const { dispatcher, hostCalls, gate } = this.#parts;
    const call = gate.speaking(runner, seq, 'ask');
    if (call === undefined) return true;
    if (call.ending !== undefined) return runner.ignoreStray();
    if (!call.mayAsk(id)) return gate.refuse(runner, 'ask', `call ${seq} cannot ask this now`);
    const hostCall = { id, name, guestJson: input };
    const excess = call.countHostCall(hostCall);
    if (excess !== undefined) dispatcher.end(call, 'host_call_limit', excess);
    else void hostCalls.answer(call, hostCall);
    return true;
  }

  progress(runner: RunnerProcess, { seq, json }: Frame<'progress'>): boolean {
    const progress = interpretProgress(json);
    if (progress === undefined) return false;
    const call = this.#parts.gate.speaking(runner, seq, 'progress');
    if (call === undefined) return true;
    const isCounted = this.#countLine(runner, call);
    if (call.ending === undefined && isCounted) this.#notify(call, progress);
    return true;
  }

  log(runner: RunnerProcess, frame: Frame<'log'>): boolean {
    const { gate, logger } = this.#parts;
    const text = unquote(frame.message);
    if (text === undefined) return false;
    const isolate = gate.isolate(runner, frame.isolate, 'log');
    if (isolate === undefined) return true;
    const call = this.#loggingCall(runner, frame);
    if (call !== undefined && call.isolate !== isolate)
      return gate.refuse(runner, 'log', `call ${frame.seq} does not run in isolate ${isolate.id}`);
    const isCounted = call === undefined ? isolate.countLooseLine() : this.#countLine(runner, call);
    if (!isCounted) return call === undefined ? runner.ignoreStray() : true;
    const isOfRegistration = call === undefined && !isolate.isOpen;
    if (isOfRegistration && !isolate.extension.logsRegistrationOf(isolate.id)) return true;
    const { message, stack } = splitThrown(text);
    const trace = this.#parts.traces.read(isolate.extension, stack);
    const details = {
      extensionId: isolate.extension.id,
      ...(call && { callId: call.request.callId, toolName: call.request.toolName }),
      ...(trace.length > 0 && { trace }),
    };
    logger[frame.level](details, showHidden(message.slice(0, LOG_CHARS)));
    return true;
  }

  /** A line of a call that is over, or of none, is one of the isolate. */
  #loggingCall(runner: RunnerProcess, { seq }: Frame<'log'>): PendingCall | undefined {
    if (seq === 0 || runner.pastCalls.wasAnswered(seq)) return undefined;
    return this.#parts.gate.speaking(runner, seq, 'log');
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
  return typeof percent === 'number' && Number.isFinite(percent)
    ? { message: text, percent }
    : { message: text };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
