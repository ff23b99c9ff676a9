import {
  type ContentPart,
  type EmbeddedResourcePart,
  type GuestReduction,
  type GuestResult,
  isFiniteJson,
  type JsonValue,
} from '@mortise/contracts';
import { REDUCTIONS } from '../wire/call-frames.ts';

export interface InterpretedResult {
  readonly value: GuestResult;
  readonly reduction?: GuestReduction;
}

type GuestRecord = { readonly [key: string]: unknown };

const MAX_DEPTH = 64;

/** Turns the JSON text of a guest's result into a checked one; undefined if it is none. */
export function interpretResult(guestJson: string): InterpretedResult | undefined {
  let guestValue: unknown;
  try {
    guestValue = JSON.parse(guestJson);
  } catch {
    return undefined;
  }
  if (!isRecord(guestValue) || !Array.isArray(guestValue['content'])) return undefined;
  const content: ContentPart[] = [];
  for (const guestPart of guestValue['content']) {
    const part = interpretPart(guestPart);
    if (part === undefined) return undefined;
    content.push(part);
  }
  const structured = guestValue['structured'];
  if (structured !== undefined && !isFiniteJson(structured, MAX_DEPTH)) return undefined;
  const cost = guestValue['costUsd'];
  const isCost = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0;
  const isError = guestValue['isError'] === true;
  // Most results are content and no more, and every spread of one takes its time.
  const isPlain = structured === undefined && !isError && !isCost;
  const value: GuestResult = isPlain
    ? { content }
    : {
        content,
        ...(structured === undefined ? {} : { structured: structured as JsonValue }),
        ...(isError ? { isError: true } : {}),
        ...(isCost ? { costUsd: cost } : {}),
      };
  const reduction = interpretReduction(guestValue['reduction']);
  return reduction === undefined ? { value } : { value, reduction };
}

/** A result that is one text: what became of it in its reducer, its length before, and itself. */
export function interpretText(fields: string): InterpretedResult | undefined {
  const stateEnd = fields.indexOf('\t');
  const charsEnd = fields.indexOf('\t', stateEnd + 1);
  if (stateEnd < 0 || charsEnd < 0) return undefined;
  const value: GuestResult = { content: [{ type: 'text', text: fields.slice(charsEnd + 1) }] };
  const reduction = readReduction(
    fields.slice(0, stateEnd),
    Number(fields.slice(stateEnd + 1, charsEnd)),
  );
  return reduction === undefined ? { value } : { value, reduction };
}

function interpretPart(guestPart: unknown): ContentPart | undefined {
  if (!isRecord(guestPart)) return undefined;
  const { type, text, data, mimeType, uri, name } = guestPart;
  if (type === 'text') return typeof text === 'string' ? { type, text } : undefined;
  if (type === 'image' || type === 'audio') {
    return typeof data === 'string' && typeof mimeType === 'string'
      ? { type, data, mimeType }
      : undefined;
  }
  if (type === 'resource') return interpretResource(guestPart['resource']);
  if (type !== 'resource_link' || typeof uri !== 'string' || typeof name !== 'string')
    return undefined;
  return typeof mimeType === 'string' ? { type, uri, name, mimeType } : { type, uri, name };
}

function interpretResource(guestResource: unknown): EmbeddedResourcePart | undefined {
  if (!isRecord(guestResource)) return undefined;
  const { uri, mimeType, text, blob } = guestResource;
  if (typeof uri !== 'string') return undefined;
  const base = { uri, ...(typeof mimeType === 'string' ? { mimeType } : {}) };
  if (typeof text === 'string') return { type: 'resource', resource: { ...base, text } };
  return typeof blob === 'string' ? { type: 'resource', resource: { ...base, blob } } : undefined;
}

function interpretReduction(guestValue: unknown): GuestReduction | undefined {
  if (!isRecord(guestValue)) return undefined;
  return readReduction(guestValue['state'], guestValue['rawChars']);
}

function readReduction(guestState: unknown, rawChars: unknown): GuestReduction | undefined {
  const state = REDUCTIONS.find((known) => known === guestState);
  if (state === undefined || state === 'none') return undefined;
  if (typeof rawChars !== 'number' || !Number.isSafeInteger(rawChars) || rawChars < 0)
    return undefined;
  return { state, rawChars };
}

function isRecord(value: unknown): value is GuestRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
