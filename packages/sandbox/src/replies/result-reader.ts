import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { failed } from '../calls/call-endings.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { type ResultKind, readResult } from '../wire/call-frames.ts';
import { usageFrom } from './frame-fields.ts';
import { type InterpretedResult, interpretResult, interpretText } from './interpret-result.ts';

export interface ResultReaderParts {
  readonly dispatcher: CallDispatcher;
  readonly emit: (event: SandboxEvent) => void;
}

/** Reads results of calls: what they cost, whether they fit, and what they say. */
export class ResultReader {
  readonly #parts: ResultReaderParts;

  constructor(parts: ResultReaderParts) {
    this.#parts = parts;
  }

  /** False for a frame of the wrong shape. */
  read(runner: RunnerProcess, text: string, kind: ResultKind): boolean {
    const frame = readResult(text, kind);
    if (frame === undefined) return false;
    const pendingCall = runner.pendingCalls.get(frame.seq);
    if (pendingCall === undefined) {
      runner.countStray();
      return true;
    }
    const usage = usageFrom(pendingCall, frame, Buffer.byteLength(frame.body));
    if (pendingCall.ending !== undefined) {
      this.#parts.dispatcher.settle(
        pendingCall,
        failed(pendingCall.ending.code, pendingCall.ending.message, usage),
      );
    } else {
      const { resultBytes } = pendingCall.extension.limits;
      const result = interpretWithin(frame.body, kind === 'text', resultBytes);
      if (typeof result === 'object') this.#settle(pendingCall, result, usage);
      else {
        const message =
          result === 'result_too_large' ? `The result is larger than ${resultBytes} bytes.` : '';
        this.#parts.dispatcher.settle(pendingCall, failed(result, message, usage));
      }
    }
    return true;
  }

  #settle(
    pendingCall: PendingCall,
    result: InterpretedResult,
    usage: ReturnType<typeof usageFrom>,
  ): void {
    const { value, reduction } = result;
    if (reduction === undefined)
      this.#parts.dispatcher.settle(pendingCall, { kind: 'returned', value, usage });
    else this.#parts.dispatcher.settle(pendingCall, { kind: 'returned', value, reduction, usage });
    if (reduction?.state !== 'failed') return;
    const { extension, request } = pendingCall;
    const about = { extensionId: extension.id, toolName: request.toolName };
    this.#parts.emit({ type: 'reducer_failed', ...about });
  }
}

/** JSON is not even parsed if it is too large; of a text only the text counts. */
function interpretWithin(
  guestText: string,
  isText: boolean,
  maxBytes: number,
): InterpretedResult | 'result_too_large' | 'result_invalid' {
  if (!isText) {
    return isLarger(guestText, maxBytes)
      ? 'result_too_large'
      : (interpretResult(guestText) ?? 'result_invalid');
  }
  const result = interpretText(guestText);
  const [part] = result?.value.content ?? [];
  const isTooLarge = part?.type === 'text' && isLarger(part.text, maxBytes);
  return isTooLarge ? 'result_too_large' : (result ?? 'result_invalid');
}

/** Bytes are counted only where the number of characters leaves it open. */
function isLarger(text: string, maxBytes: number): boolean {
  return (
    text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes)
  );
}
