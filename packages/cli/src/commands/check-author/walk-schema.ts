import type { JsonSchema } from '@mortise/contracts';

/** A schema inside of a schema. */
export interface SubSchema {
  readonly schema: { readonly [keyword: string]: unknown };
  /** A JSON pointer from the outermost; empty for that one. */
  readonly path: string;
  /** How many objects and lists are around it. */
  readonly depth: number;
}

const ONE = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'];
/** A registration bounds schemas; this ends for any other, too. */
const MOST_DEPTH = 64;

/** A schema and all that are in it. */
export function* walkSchema(schema: JsonSchema): Iterable<SubSchema> {
  yield* walk({ schema: schema as SubSchema['schema'], path: '', depth: 0 });
}

function* walk(at: SubSchema): Iterable<SubSchema> {
  if (!isRecord(at.schema) || at.depth > MOST_DEPTH) return;
  yield at;
  for (const [path, inner] of innerOf(at.schema)) {
    if (isRecord(inner))
      yield* walk({ schema: inner, path: `${at.path}${path}`, depth: at.depth + 1 });
  }
}

function* innerOf(schema: SubSchema['schema']): Iterable<readonly [path: string, inner: unknown]> {
  for (const keyword of ONE) yield [`/${keyword}`, schema[keyword]];
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (Array.isArray(list))
      for (const [at, each] of list.entries()) yield [`/${keyword}/${at}`, each];
  }
  for (const keyword of MAPS) {
    const map = schema[keyword];
    if (isRecord(map))
      for (const [key, each] of Object.entries(map)) yield [`/${keyword}/${pointerOf(key)}`, each];
  }
}

function pointerOf(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isRecord(value: unknown): value is SubSchema['schema'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
