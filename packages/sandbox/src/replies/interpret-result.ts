import {
  base64Chars,
  base64CharsOf,
  type ContentPart,
  fail,
  failWith,
  isFiniteJson,
  type JsonValue,
  type Reduction,
  type ResolvedLimits,
  type RunUsage,
  readContentPart,
  type ToolOutcome,
  type Writable,
} from '@mortise/contracts';
import { REDUCTIONS, type ResultFrame } from '../wire/call-frames.ts';

type GuestRecord = { readonly [key: string]: unknown };

const MAX_DEPTH = 64;

/** What a result is held to, and what it has cost. */
export interface ResultBounds {
  readonly usage: RunUsage;
  readonly limits: ResolvedLimits;
}

/**
 * The outcome of a call whose guest has returned. JSON is not even parsed if it is too large; of a
 * result that is one text only the text counts.
 */
export function interpretReturned(
  { kind, body: guestText }: Pick<ResultFrame, 'kind' | 'body'>,
  bounds: ResultBounds,
): ToolOutcome {
  const { usage, limits } = bounds;
  if (kind === 'text') {
    if (isLongText(guestText, limits.resultBytes)) return tooLarge(bounds);
    return interpretText(guestText, usage) ?? fail('result_invalid', '', { usage });
  }
  const { resultBytes, mediaBytes, errorChars } = limits;
  if (isLarger(guestText, resultBytes + base64Chars(mediaBytes))) return tooLarge(bounds);
  const outcome = interpretResult(guestText, { usage, errorChars });
  if (outcome === undefined) return fail('result_invalid', '', { usage });
  // The guest counted, too; a runner that is not ours any more did not.
  const chars = outcome.status === 'refused' ? 0 : base64CharsOf(outcome.content ?? []);
  const isFitting = chars <= base64Chars(mediaBytes) && !isLarger(guestText, resultBytes + chars);
  return isFitting ? outcome : tooLarge(bounds);
}

/** What is known of a result besides what the guest says. */
export interface ResultFacts {
  readonly usage: RunUsage;
  /** Of the message of a result that is an error. */
  readonly errorChars: number;
}

/** Turns the JSON text of a guest's result into an outcome; undefined if it is none. */
export function interpretResult(guestJson: string, facts: ResultFacts): ToolOutcome | undefined {
  let guestValue: unknown;
  try {
    guestValue = JSON.parse(guestJson);
  } catch {
    return undefined;
  }
  if (!isRecord(guestValue) || !Array.isArray(guestValue['content'])) return undefined;
  const content: ContentPart[] = [];
  for (const guestPart of guestValue['content']) {
    const part = readContentPart(guestPart);
    if (part === undefined) return undefined;
    content.push(part);
  }
  const { structured, costUsd, reduction } = guestValue;
  if (structured !== undefined && !isFiniteJson(structured, MAX_DEPTH)) return undefined;
  const isError = guestValue['isError'] === true;
  const outcome: Writable<ToolOutcome> = isError
    ? { ...failWith(content, facts), usage: facts.usage }
    : { status: 'ok', content, usage: facts.usage };
  // Checked above.
  if (structured !== undefined) outcome.structured = structured as JsonValue;
  if (typeof costUsd === 'number' && Number.isFinite(costUsd) && costUsd >= 0)
    outcome.costUsd = costUsd;
  return withReduction(outcome, isRecord(reduction) ? reduction : {});
}

/** A result that is one text: what became of it in its reducer, its length before, and itself. */
function interpretText(fields: string, usage: RunUsage): ToolOutcome | undefined {
  const stateEnd = fields.indexOf('\t');
  const charsEnd = fields.indexOf('\t', stateEnd + 1);
  if (stateEnd < 0 || charsEnd < 0) return undefined;
  const text = fields.slice(charsEnd + 1);
  const outcome: ToolOutcome = { status: 'ok', content: [{ type: 'text', text }], usage };
  const state = fields.slice(0, stateEnd);
  if (state === 'none') return outcome;
  return withReduction(outcome, { state, rawChars: Number(fields.slice(stateEnd + 1, charsEnd)) });
}

function withReduction(outcome: ToolOutcome, reduction: GuestRecord): ToolOutcome {
  const state = REDUCTIONS.find((known) => known === reduction['state']);
  const { rawChars } = reduction;
  if (state === undefined || state === 'none') return outcome;
  if (typeof rawChars !== 'number' || !Number.isSafeInteger(rawChars) || rawChars < 0)
    return outcome;
  return { ...outcome, reduction: { state, rawChars } satisfies Reduction };
}

function isRecord(value: unknown): value is GuestRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
