import type { GuestFault } from '../wire/frame.ts';
import { isArray, isFiniteNumber, jsonStringify } from './intrinsics.ts';

const MAX_PARTS = 1_000;

/** What a tool answered, as JSON text, or why it is not a result. */
export type WrittenResult =
  | {
      readonly ok: true;
      readonly content: string;
      /** The text of a result that is one text part; undefined for any other. */
      readonly plainText: string | undefined;
      readonly rest: string;
      readonly structured?: string;
      readonly isError: boolean;
    }
  | { readonly ok: false; readonly fault: GuestFault; readonly text: string };

/**
 * Writes a result property by property, each read once. Getters, proxies and `toJSON` run here,
 * inside the guest and under its clock; what they throw makes the result invalid and no more.
 */
export function writeResult(guestValue: unknown, maxChars: number): WrittenResult {
  try {
    return write(guestValue, maxChars);
  } catch {
    return invalid('reading the result threw an error');
  }
}

/** The JSON text of a whole result. */
export function joinResult(written: WrittenResult & { readonly ok: true }): string {
  return `{"content":${written.content}${written.rest}}`;
}

function write(guestValue: unknown, maxChars: number): WrittenResult {
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
  if (parts.content.length + rest.length > maxChars) return tooLarge(maxChars);
  return {
    ok: true,
    content: parts.content,
    plainText: parts.plainText,
    rest,
    isError,
    ...(structured === undefined ? {} : { structured }),
  };
}

type WrittenContent =
  | { readonly ok: true; readonly content: string; readonly plainText: string | undefined }
  | { readonly ok: false; readonly fault: GuestFault; readonly text: string };

function writeContent(content: unknown, maxChars: number): WrittenContent {
  if (!isArray(content)) return invalid('content is not an array');
  const count = content.length;
  if (typeof count !== 'number' || count > MAX_PARTS) return tooLarge(maxChars);
  let text = '[';
  let plainText: string | undefined;
  for (let index = 0; index < count; index += 1) {
    const guestPart: unknown = content[index];
    const sole = count === 1 ? textOfPart(guestPart) : undefined;
    plainText = sole;
    const part = sole === undefined ? writePart(guestPart, maxChars) : writeText(sole, maxChars);
    if (part === undefined)
      return invalid(
        `content[${index}] is not a text, image, audio, resource or resource_link part`,
      );
    text += index === 0 ? part : `,${part}`;
    if (text.length > maxChars) return tooLarge(maxChars);
  }
  return { ok: true, content: `${text}]`, plainText };
}

/** The text of a part that is plain text; read once, because a getter may answer differently. */
function textOfPart(guestPart: unknown): string | undefined {
  if (typeof guestPart !== 'object' || guestPart === null) return undefined;
  const part = guestPart as { readonly [key: string]: unknown };
  if (part['type'] !== 'text') return undefined;
  const text = part['text'];
  return typeof text === 'string' ? text : undefined;
}

function writeText(text: string, maxChars: number): string {
  return `{"type":"text","text":${quoted(text, maxChars)}}`;
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

function invalid(text: string): {
  readonly ok: false;
  readonly fault: GuestFault;
  readonly text: string;
} {
  return { ok: false, fault: 'result_invalid', text };
}

function tooLarge(maxChars: number): {
  readonly ok: false;
  readonly fault: GuestFault;
  readonly text: string;
} {
  return {
    ok: false,
    fault: 'result_too_large',
    text: `the result is larger than ${maxChars} characters`,
  };
}
