import type { TextReduction } from '../wire/call-frames.ts';
import type { GuestFault } from '../wire/faults.ts';
import { FRAME_END } from '../wire/frame-codec.ts';
import { findText, isArray, isFiniteNumber, isWellFormed, jsonStringify } from './intrinsics.ts';

const MAX_PARTS = 1_000;

/** What a tool answered, in texts that can cross. */
export interface WrittenResult {
  readonly ok: true;
  /** JSON of the parts; empty if `plainText` is there. */
  readonly content: string;
  /** The text of a result that is one text part; undefined for any other. */
  readonly plainText: string | undefined;
  /** JSON members beside the parts, each after a comma. */
  readonly rest: string;
  readonly structured: string | undefined;
  readonly isError: boolean;
}

interface NoResult {
  readonly ok: false;
  readonly fault: GuestFault;
  readonly text: string;
}

/** What the extension's own reducer made of a result. */
export type GuestReduction = TextReduction;

export const NOT_REDUCED: GuestReduction = { state: 'none', rawChars: 0 };

/**
 * Writes a result property by property, each read once. Getters, proxies and `toJSON` run here,
 * inside the guest and under its clock; what they throw makes the result invalid and no more.
 */
export function writeResult(guestValue: unknown, maxChars: number): WrittenResult | NoResult {
  try {
    return write(guestValue, maxChars);
  } catch {
    return invalid('reading the result threw an error');
  }
}

/** A result in the cheapest form it fits in: one text, or JSON. */
export type FormedResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly json: string };

/** Undefined if it is too large after all: a text may grow sixfold when it is quoted. */
export function formResult(
  written: WrittenResult,
  reduction: GuestReduction,
  maxChars: number,
): FormedResult | undefined {
  const { plainText, rest } = written;
  if (plainText !== undefined && rest === '' && crossesRaw(plainText))
    return { kind: 'text', text: plainText };
  const content = plainText === undefined ? written.content : `[${textPart(plainText)}]`;
  if (content.length + rest.length > maxChars) return undefined;
  const { state, rawChars } = reduction;
  const mark = state === 'none' ? '' : `,"reduction":{"state":"${state}","rawChars":${rawChars}}`;
  return { kind: 'json', json: `{"content":${content}${rest}${mark}}` };
}

function crossesRaw(text: string): boolean {
  return isWellFormed(text) && findText(text, FRAME_END, 0) < 0;
}

/** JSON of a text part. */
export function textPart(text: string): string {
  return `{"type":"text","text":${jsonStringify(text)}}`;
}

function write(guestValue: unknown, maxChars: number): WrittenResult | NoResult {
  if (typeof guestValue !== 'object' || guestValue === null) {
    return invalid(`the tool returned ${guestValue === null ? 'null' : typeof guestValue}`);
  }
  const result = guestValue as { readonly [key: string]: unknown };
  const parts = writeContent(result['content'], maxChars);
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
  const { content, plainText } = parts;
  const chars = plainText === undefined ? content.length : plainText.length;
  if (chars + rest.length > maxChars) return tooLarge(maxChars);
  return { ok: true, content, plainText, rest, structured, isError };
}

type WrittenContent = Pick<WrittenResult, 'ok' | 'content' | 'plainText'> | NoResult;

function writeContent(content: unknown, maxChars: number): WrittenContent {
  if (!isArray(content)) return invalid('content is not an array');
  const count = content.length;
  if (typeof count !== 'number' || count > MAX_PARTS) return tooLarge(maxChars);
  const first: unknown = count === 0 ? undefined : content[0];
  const plainText = count === 1 ? textOfPart(first) : undefined;
  if (plainText !== undefined) return { ok: true, content: '', plainText };
  let text = '[';
  for (let index = 0; index < count; index += 1) {
    const part = writePart(index === 0 ? first : content[index], maxChars);
    if (part === undefined)
      return invalid(
        `content[${index}] is not a text, image, audio, resource or resource_link part`,
      );
    text += index === 0 ? part : `,${part}`;
    if (text.length > maxChars) return tooLarge(maxChars);
  }
  return { ok: true, content: `${text}]`, plainText: undefined };
}

/** The text of a part that is plain text; read once, because a getter may answer differently. */
function textOfPart(guestPart: unknown): string | undefined {
  if (typeof guestPart !== 'object' || guestPart === null) return undefined;
  const part = guestPart as { readonly [key: string]: unknown };
  if (part['type'] !== 'text') return undefined;
  const text = part['text'];
  return typeof text === 'string' ? text : undefined;
}

/** A text that is too long is cut to a length that is refused without having been quoted. */
function writePart(guestPart: unknown, maxChars: number): string | undefined {
  if (typeof guestPart !== 'object' || guestPart === null) return undefined;
  const part = guestPart as { readonly [key: string]: unknown };
  const type = part['type'];
  if (type === 'text') {
    const text = quoted(part['text'], maxChars);
    return text === undefined ? undefined : `{"type":"text","text":${text}}`;
  }
  const mimeType = part['mimeType'];
  const quotedMime = quoted(mimeType, maxChars);
  if (type === 'image' || type === 'audio') {
    const data = quoted(part['data'], maxChars);
    if (data === undefined || quotedMime === undefined) return undefined;
    return `{"type":"${type}","data":${data},"mimeType":${quotedMime}}`;
  }
  if (type === 'resource') return writeResource(part['resource'], maxChars);
  if (type !== 'resource_link') return undefined;
  const uri = quoted(part['uri'], maxChars);
  const name = quoted(part['name'], maxChars);
  if (uri === undefined || name === undefined) return undefined;
  const mime = quotedMime === undefined ? '' : `,"mimeType":${quotedMime}`;
  return `{"type":"resource_link","uri":${uri},"name":${name}${mime}}`;
}

function writeResource(guestResource: unknown, maxChars: number): string | undefined {
  if (typeof guestResource !== 'object' || guestResource === null) return undefined;
  const resource = guestResource as { readonly [key: string]: unknown };
  const uri = quoted(resource['uri'], maxChars);
  const text = quoted(resource['text'], maxChars);
  const blob = text === undefined ? quoted(resource['blob'], maxChars) : undefined;
  if (uri === undefined || (text === undefined && blob === undefined)) return undefined;
  const mimeType = quoted(resource['mimeType'], maxChars);
  const mime = mimeType === undefined ? '' : `,"mimeType":${mimeType}`;
  const body = text === undefined ? `"blob":${blob}` : `"text":${text}`;
  return `{"type":"resource","resource":{"uri":${uri}${mime},${body}}}`;
}

function quoted(value: unknown, maxChars: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.length > maxChars ? `"${value}"` : jsonStringify(value);
}

function invalid(text: string): NoResult {
  return { ok: false, fault: 'result_invalid', text };
}

export function tooLarge(maxChars: number): NoResult {
  const text = `the result is larger than ${maxChars} characters`;
  return { ok: false, fault: 'result_too_large', text };
}
