import { isFiniteJson } from '../json/json-depth.ts';
import {
  CONTENT_PARTS,
  type ContentPart,
  type FieldKind,
  type FieldKinds,
  type FieldSpec,
  type FieldSpecs,
  type PartAnnotations,
} from './content-part.ts';

type Record = { readonly [key: string]: unknown };

/** Levels that `_meta` may have. */
const MAX_DEPTH = 64;
const SPECS: ReadonlyMap<unknown, FieldSpecs> = new Map(Object.entries(CONTENT_PARTS));

/**
 * Reads a part from outside: a frozen copy of the fields that it may have, each read once.
 * An optional field that is not what it should be is left out; `undefined` if it is no content part.
 */
export function readContentPart(value: unknown): ContentPart | undefined {
  if (!isRecord(value)) return undefined;
  const type = value['type'];
  const specs = SPECS.get(type);
  // `readFields` took exactly what the table names.
  return specs && (readFields(value, specs, { type }) as ContentPart | undefined);
}

/** What to do with the fields of a part, by their kind. One that answers `undefined` takes the field away. */
export type FieldChanges = {
  readonly [Kind in FieldKind]?: (value: FieldKinds[Kind]) => FieldKinds[Kind] | undefined;
};

/** The part with its fields changed; `undefined` if a field that it must have is taken away. */
export function changeContentPart(
  part: ContentPart,
  changes: FieldChanges,
): ContentPart | undefined {
  const specs = SPECS.get(part.type) ?? {};
  // Each kind keeps its type.
  return changeFields(part, specs, changes) as ContentPart | undefined;
}

/** All fields of a part that are there, those of objects in it included. */
export function* contentFields(
  part: ContentPart,
): Generator<{ readonly kind: FieldKind; readonly value: unknown }> {
  yield* fieldsOf(part, SPECS.get(part.type) ?? {});
}

/** Characters of base64 in all parts together. */
export function base64CharsOf(content: readonly ContentPart[]): number {
  let chars = 0;
  for (const part of content) {
    for (const { kind, value } of contentFields(part)) {
      if (kind === 'base64') chars += String(value).length;
    }
  }
  return chars;
}

/** Characters that so many bytes become in base64. */
export function base64Chars(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

function readFields(value: Record, specs: FieldSpecs, copy: { [key: string]: unknown }) {
  for (const [name, spec] of Object.entries(specs)) {
    const field = readField(value[name], spec);
    if (field !== undefined) copy[name] = field;
    else if (!isOptional(spec)) return undefined;
  }
  return Object.freeze(copy);
}

function readField(value: unknown, spec: FieldSpec): unknown {
  if (typeof spec === 'string') return READERS[kindOf(spec)](value);
  if (!isRecord(value)) return undefined;
  const fields = { ...value };
  for (const shape of spec) {
    const read = readFields(fields, shape, {});
    if (read !== undefined) return read;
  }
  return undefined;
}

function changeFields(value: Record, specs: FieldSpecs, changes: FieldChanges) {
  const changed: { [key: string]: unknown } = { ...value };
  for (const [name, spec] of Object.entries(specs)) {
    if (value[name] === undefined) continue;
    const field = changeField(value[name], spec, changes);
    if (field === undefined && !isOptional(spec)) return undefined;
    if (field === undefined) delete changed[name];
    else changed[name] = field;
  }
  return Object.freeze(changed);
}

function changeField(value: unknown, spec: FieldSpec, changes: FieldChanges): unknown {
  if (typeof spec !== 'string') {
    const shape = shapeOf(value, spec);
    return shape === undefined ? value : changeFields(value as Record, shape, changes);
  }
  // The value was read as of this kind.
  const change = changes[kindOf(spec)] as ((field: unknown) => unknown) | undefined;
  return change === undefined ? value : change(value);
}

function* fieldsOf(
  value: Record,
  specs: FieldSpecs,
): Generator<{ readonly kind: FieldKind; readonly value: unknown }> {
  for (const [name, spec] of Object.entries(specs)) {
    const field = value[name];
    if (field === undefined) continue;
    if (typeof spec === 'string') yield { kind: kindOf(spec), value: field };
    else {
      const shape = shapeOf(field, spec);
      if (shape !== undefined) yield* fieldsOf(field as Record, shape);
    }
  }
}

/** The shape that an object was read as: the first whose fields it has. */
function shapeOf(value: unknown, shapes: readonly FieldSpecs[]): FieldSpecs | undefined {
  if (!isRecord(value)) return undefined;
  return shapes.find((shape) =>
    Object.entries(shape).every(([name, spec]) => isOptional(spec) || value[name] !== undefined),
  );
}

const READERS = {
  text: readText,
  label: readText,
  base64: readText,
  count: (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  annotations: readAnnotations,
  json: (value) =>
    isRecord(value) && isFiniteJson(value, MAX_DEPTH)
      ? (JSON.parse(JSON.stringify(value)) as FieldKinds['json'])
      : undefined,
} as const satisfies {
  readonly [Kind in FieldKind]: (value: unknown) => FieldKinds[Kind] | undefined;
};

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** What MCP clients would refuse a whole result for is left out. */
function readAnnotations(value: unknown): PartAnnotations | undefined {
  if (!isRecord(value)) return undefined;
  const { audience, priority, lastModified } = value;
  const roles = Array.isArray(audience) ? audience.filter(isRole) : undefined;
  const isPriority = typeof priority === 'number' && priority >= 0 && priority <= 1;
  return Object.freeze({
    ...(roles === undefined ? {} : { audience: Object.freeze(roles) }),
    ...(isPriority ? { priority } : {}),
    ...(typeof lastModified === 'string' && ISO_TIME.test(lastModified) ? { lastModified } : {}),
  });
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

function isRole(value: unknown): value is 'user' | 'assistant' {
  return value === 'user' || value === 'assistant';
}

function isOptional(spec: FieldSpec): boolean {
  return typeof spec === 'string' && spec.endsWith('?');
}

function kindOf(spec: FieldKind | `${FieldKind}?`): FieldKind {
  // Without its mark a kind is left.
  return (spec.endsWith('?') ? spec.slice(0, -1) : spec) as FieldKind;
}

function isRecord(value: unknown): value is Record {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
