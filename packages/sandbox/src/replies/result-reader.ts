import { fail, type RunUsage, type ToolOutcome } from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { type ResultKind, readResult } from '../wire/call-frames.ts';
import { usageFrom } from './frame-fields.ts';
import { interpretResult, interpretText } from './interpret-result.ts';

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
    const { ending } = pendingCall;
    const { limits } = pendingCall.extension;
    const outcome =
      ending === undefined
        ? interpretWithin(frame.body, kind === 'text', { usage, limits })
        : fail(ending.code, ending.message, { usage });
    this.#parts.dispatcher.settle(pendingCall, outcome);
    if (outcome.reduction?.state === 'failed') this.#tellReducerFault(pendingCall);
    return true;
  }

  #tellReducerFault({ extension, request }: PendingCall): void {
    const about = { extensionId: extension.id, toolName: request.toolName };
    this.#parts.emit({ type: 'reducer_failed', ...about });
  }
}

interface ResultBounds {
  readonly usage: RunUsage;
  readonly limits: PendingCall['extension']['limits'];
}

/** JSON is not even parsed if it is too large; of a text only the text counts. */
function interpretWithin(
  guestText: string,
  isText: boolean,
  { usage, limits }: ResultBounds,
): ToolOutcome {
  const { resultBytes, errorChars } = limits;
  const facts = { usage, errorChars };
  const isTooLarge = isText ? isLongText(guestText, resultBytes) : isLarger(guestText, resultBytes);
  if (isTooLarge)
    return fail('result_too_large', `The result is larger than ${resultBytes} bytes.`, { usage });
  const outcome = isText ? interpretText(guestText, facts) : interpretResult(guestText, facts);
  return outcome ?? fail('result_invalid', '', { usage });
}

/** The text stands behind two short fields. */
function isLongText(fields: string, maxBytes: number): boolean {
  if (fields.length * 3 <= maxBytes) return false;
  return isLarger(fields.slice(fields.indexOf('\t', fields.indexOf('\t') + 1) + 1), maxBytes);
}

/** Bytes are counted only where the number of characters leaves it open. */
function isLarger(text: string, maxBytes: number): boolean {
  return (
    text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes)
  );
}
