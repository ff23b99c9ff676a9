import type { CONTENT_PARTS as ContentParts, FieldSpec, FieldSpecs } from '@mortise/contracts';
import { ceil, create, isFiniteNumber, jsonStringify, sliceText } from './intrinsics.ts';

/** The table of content parts, put in its place when the prelude is built. */
declare const CONTENT_PARTS: typeof ContentParts;

/** A field of a part, ready to be written. */
interface FieldWriter {
  readonly name: string;
  /** `"name":` */
  readonly key: string;
  readonly isOptional: boolean;
  readonly kind: 'media' | 'text' | 'number' | 'json' | 'object';
  /** Of an object. */
  readonly shapes: readonly (readonly FieldWriter[])[];
}

/** How much a guest may say; media has a limit of its own. */
export interface WriteLimits {
  readonly resultBytes: number;
  readonly mediaBytes: number;
}

type GuestRecord = { readonly [key: string]: unknown };

// Made before extension code can replace what it is made with.
const writers = create(null) as { [type: string]: readonly FieldWriter[] };
for (const [type, specs] of Object.entries(CONTENT_PARTS)) writers[type] = writersOf(specs);

export const PART_TYPES: string = Object.keys(CONTENT_PARTS).join(', ');

/** Characters of media that were written since `beginParts`. */
let mediaChars = 0;

export function beginParts(): void {
  mediaChars = 0;
}

export function mediaWritten(): number {
  return mediaChars;
}

/** Base64 takes four characters for three bytes. */
export function mediaLimit({ mediaBytes }: WriteLimits): number {
  return ceil(mediaBytes / 3) * 4;
}

/** JSON of a part, each field read once; undefined if it is no content part. */
export function writePart(guestPart: unknown, limits: WriteLimits): string | undefined {
  if (typeof guestPart !== 'object' || guestPart === null) return undefined;
  const part = guestPart as GuestRecord;
  const type = part['type'];
  const fields = typeof type === 'string' ? writers[type] : undefined;
  if (fields === undefined) return undefined;
  const written = writeFields(part, fields, limits);
  return written === undefined ? undefined : `{"type":"${type}"${written}}`;
}

/** The text of a part that is text and no more. */
export function plainTextOf(guestPart: unknown): string | undefined {
  if (typeof guestPart !== 'object' || guestPart === null) return undefined;
  const { type, text, annotations, _meta } = guestPart as GuestRecord;
  if (type !== 'text' || annotations !== undefined || _meta !== undefined) return undefined;
  return typeof text === 'string' ? text : undefined;
}

function writeFields(
  record: GuestRecord,
  fields: readonly FieldWriter[],
  limits: WriteLimits,
): string | undefined {
  let text = '';
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as FieldWriter;
    const written = writeField(record[field.name], field, limits);
    if (written !== undefined) text += `,${field.key}${written}`;
    else if (!field.isOptional) return undefined;
  }
  return text;
}

function writeField(value: unknown, field: FieldWriter, limits: WriteLimits): string | undefined {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? quoted(value, limits.resultBytes) : undefined;
    case 'media': {
      if (typeof value !== 'string') return undefined;
      mediaChars += value.length;
      return quoted(value, mediaLimit(limits));
    }
    case 'number':
      return typeof value === 'number' && isFiniteNumber(value) ? `${value}` : undefined;
    case 'json':
      return typeof value === 'object' && value !== null ? jsonStringify(value) : undefined;
    default:
      return writeObject(value, field, limits);
  }
}

/** In the first shape that fits. */
function writeObject(value: unknown, field: FieldWriter, limits: WriteLimits): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const record = readOnce(value as GuestRecord, field.shapes);
  const before = mediaChars;
  for (let index = 0; index < field.shapes.length; index += 1) {
    mediaChars = before;
    const written = writeFields(record, field.shapes[index] ?? [], limits);
    if (written !== undefined) return `{${sliceText(written, 1, written.length)}}`;
  }
  return undefined;
}

function readOnce(value: GuestRecord, shapes: FieldWriter['shapes']): GuestRecord {
  const copy = create(null) as { [key: string]: unknown };
  for (let index = 0; index < shapes.length; index += 1) {
    const fields = shapes[index] ?? [];
    for (let at = 0; at < fields.length; at += 1) {
      const { name } = fields[at] as FieldWriter;
      if (!(name in copy)) copy[name] = value[name];
    }
  }
  return copy;
}

/** A text that is too long is handed over at a length that is refused, without having been quoted. */
function quoted(value: string, maxChars: number): string | undefined {
  return value.length > maxChars ? `"${value}"` : jsonStringify(value);
}

function writersOf(specs: FieldSpecs): readonly FieldWriter[] {
  return Object.entries(specs).map(([name, spec]) => ({
    name,
    key: `${jsonStringify(name)}:`,
    isOptional: typeof spec === 'string' && spec.endsWith('?'),
    kind: kindOf(spec),
    shapes: typeof spec === 'string' ? [] : spec.map(writersOf),
  }));
}

function kindOf(spec: FieldSpec): FieldWriter['kind'] {
  if (typeof spec !== 'string') return 'object';
  switch (spec) {
    case 'text':
    case 'text?':
    case 'label':
    case 'label?':
      return 'text';
    case 'base64':
    case 'base64?':
      return 'media';
    case 'count':
    case 'count?':
      return 'number';
    case 'annotations':
    case 'annotations?':
    case 'json':
    case 'json?':
      return 'json';
    default:
      return spec satisfies never;
  }
}
