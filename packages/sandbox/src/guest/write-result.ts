import type { TextReduction } from '../wire/call-frames.ts';
import type { GuestFault } from '../wire/faults.ts';
import { FRAME_END } from '../wire/frame-codec.ts';
import { describeError } from './describe-error.ts';
import { findText, isArray, isFiniteNumber, isWellFormed, jsonStringify } from './intrinsics.ts';
import {
  beginParts,
  mediaLimit,
  mediaWritten,
  PART_TYPES,
  plainTextOf,
  type WriteLimits,
  writePart,
} from './write-part.ts';

const MAX_PARTS = 1_000;

/** What a tool answered, in texts that can cross. */
export interface WrittenResult {
  readonly ok: true;
  /** JSON of the parts; empty if `plainText` is there. */
  readonly content: string;
  /** The text of a result that is one text part; undefined for any other. */
  readonly plainText: string | undefined;
  /** Of `content`. */
  readonly mediaChars: number;
  /** JSON members beside the parts, each after a comma. */
  readonly rest: string;
  readonly structured: string | undefined;
  readonly isError: boolean;
  /** What the extension's own reducer made of it. */
  readonly reduction: TextReduction;
}

/** Why there is no result that can cross. */
interface ResultFault {
  readonly ok: false;
  readonly fault: GuestFault;
  readonly text: string;
}

export const NOT_REDUCED: TextReduction = { state: 'none', rawChars: 0 };

/**
 * Writes a result property by property, each read once. Getters, proxies and `toJSON` run here,
 * inside the guest and under its clock; what they throw makes the result invalid and no more.
 */
export function writeResult(guestValue: unknown, limits: WriteLimits): WrittenResult | ResultFault {
  try {
    return write(guestValue, limits);
  } catch (error) {
    return invalid(`reading the result threw: ${describeError(error, 200)}`);
  }
}

/** The text of a result that may cross as it is, which is cheapest; undefined if it must be JSON. */
export function rawTextOf({ plainText, rest }: WrittenResult): string | undefined {
  return plainText !== undefined && rest === '' && crossesRaw(plainText) ? plainText : undefined;
}

/** Undefined if it is too large after all: a text may grow sixfold when it is quoted. */
export function jsonOf(written: WrittenResult, limits: WriteLimits): string | undefined {
  const { plainText, rest, mediaChars, reduction } = written;
  const content = plainText === undefined ? written.content : `[${textPart(plainText)}]`;
  if (content.length - mediaChars + rest.length > limits.resultBytes) return undefined;
  const { state, rawChars } = reduction;
  const mark = state === 'none' ? '' : `,"reduction":{"state":"${state}","rawChars":${rawChars}}`;
  return `{"content":${content}${rest}${mark}}`;
}

function crossesRaw(text: string): boolean {
  return isWellFormed(text) && findText(text, FRAME_END, 0) < 0;
}

/** JSON of a text part. */
export function textPart(text: string): string {
  return `{"type":"text","text":${jsonStringify(text)}}`;
}

function write(guestValue: unknown, limits: WriteLimits): WrittenResult | ResultFault {
  if (typeof guestValue !== 'object' || guestValue === null) {
    return invalid(`the tool returned ${guestValue === null ? 'null' : typeof guestValue}`);
  }
  const result = guestValue as { readonly [key: string]: unknown };
  const parts = writeContent(result['content'], limits);
  if (!parts.ok) return parts;
  let rest = '';
  const own = result['structured'];
  const value = own === undefined ? result['structuredContent'] : own;
  const structured = value === undefined ? undefined : jsonStringify(value);
  if (value !== undefined && structured === undefined) return invalid('structured is not JSON');
  if (structured !== undefined) rest += `,"structured":${structured}`;
  const isError = result['isError'] === true;
  if (isError) rest += ',"isError":true';
  const cost = result['costUsd'];
  if (typeof cost === 'number' && isFiniteNumber(cost) && cost >= 0) rest += `,"costUsd":${cost}`;
  const { content, plainText, mediaChars } = parts;
  const chars = plainText === undefined ? content.length - mediaChars : plainText.length;
  if (chars + rest.length > limits.resultBytes) return tooLarge(limits);
  const reduction = NOT_REDUCED;
  return { ok: true, content, plainText, mediaChars, rest, structured, isError, reduction };
}

type WrittenContent =
  | Pick<WrittenResult, 'ok' | 'content' | 'plainText' | 'mediaChars'>
  | ResultFault;

function writeContent(content: unknown, limits: WriteLimits): WrittenContent {
  if (!isArray(content)) return invalid('content is not an array');
  const count = content.length;
  if (typeof count !== 'number' || count > MAX_PARTS) return tooLarge(limits);
  const first: unknown = count === 0 ? undefined : content[0];
  const plainText = count === 1 ? plainTextOf(first) : undefined;
  if (plainText !== undefined) return { ok: true, content: '', plainText, mediaChars: 0 };
  beginParts();
  let text = '[';
  for (let index = 0; index < count; index += 1) {
    const part = writePart(index === 0 ? first : content[index], limits);
    if (part === undefined) return invalid(`content[${index}] is not one of: ${PART_TYPES}`);
    text += index === 0 ? part : `,${part}`;
    const media = mediaWritten();
    if (media > mediaLimit(limits) || text.length - media > limits.resultBytes)
      return tooLarge(limits);
  }
  return { ok: true, content: `${text}]`, plainText: undefined, mediaChars: mediaWritten() };
}

function invalid(text: string): ResultFault {
  return { ok: false, fault: 'result_invalid', text };
}

export function tooLarge({ resultBytes, mediaBytes }: WriteLimits): ResultFault {
  const text = `the result is larger than ${resultBytes} characters, or its media than ${mediaBytes} bytes`;
  return { ok: false, fault: 'result_too_large', text };
}
