import {
  base64Chars,
  base64CharsOf,
  fail,
  type RunUsage,
  type ToolOutcome,
} from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { readResult, resultKind } from '../wire/call-frames.ts';
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

  /** Undefined for a frame that is no result, false for one of the wrong shape. */
  read(runner: RunnerProcess, text: string): boolean | undefined {
    const kind = resultKind(text);
    if (kind === undefined) return undefined;
    const frame = readResult(text, kind);
    if (frame === undefined) return false;
    const pendingCall = this.#parts.dispatcher.find(runner, frame.seq);
    if (pendingCall === undefined) return runner.ignoreStray();
    const usage = pendingCall.usage(frame, Buffer.byteLength(frame.body));
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
  const facts = { usage, errorChars: limits.errorChars };
  if (isText) {
    if (isLongText(guestText, limits.resultBytes)) return tooLarge({ usage, limits });
    return interpretText(guestText, facts) ?? fail('result_invalid', '', { usage });
  }
  const { resultBytes, mediaBytes } = limits;
  if (isLarger(guestText, resultBytes + base64Chars(mediaBytes)))
    return tooLarge({ usage, limits });
  const outcome = interpretResult(guestText, facts);
  if (outcome === undefined) return fail('result_invalid', '', { usage });
  // The guest counted, too; a runner that is not ours any more did not.
  const chars = outcome.status === 'refused' ? 0 : base64CharsOf(outcome.content ?? []);
  const isFitting = chars <= base64Chars(mediaBytes) && !isLarger(guestText, resultBytes + chars);
  return isFitting ? outcome : tooLarge({ usage, limits });
}

function tooLarge({ usage, limits }: ResultBounds): ToolOutcome {
  const { resultBytes, mediaBytes } = limits;
  const message = `The result is larger than ${resultBytes} bytes, or its media than ${mediaBytes}.`;
  return fail('result_too_large', message, { usage });
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
