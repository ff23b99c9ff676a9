import { ALWAYS, type Condition, type Work } from './condition.ts';
import {
  isRecord,
  type JsonRecord,
  type KeywordCompiler,
  type KeywordPlace,
} from './keyword-place.ts';
import { patternAt } from './value-keywords.ts';

const note: KeywordCompiler = () => ALWAYS;

/** Keywords that apply schemas to a value or to what is in it, and those that only remark. */
export const APPLYING_KEYWORDS = {
  ...{ title: note, description: note, $comment: note, examples: note, default: note },
  ...{ deprecated: note, readOnly: note, writeOnly: note, $schema: note },
  // Compiled where they are referred to; looked at here so that a mistake in one is found.
  ...{ $defs: definitions, definitions },
  $ref: ({ value, at, follow }) => follow(String(value), at),
  allOf: (place) => {
    const all = list(place);
    return (value, work) => all.every((each) => each(value, work));
  },
  anyOf: (place) => {
    const all = list(place);
    return (value, work) => all.some((each) => each(value, work));
  },
  oneOf: (place) => {
    const all = list(place);
    return (value, work) => all.filter((each) => each(value, work)).length === 1;
  },
  not: ({ value: refused, at, compile }) => {
    const isRefused = compile(refused, at);
    return (value, work) => !isRefused(value, work);
  },
  if: compileIf,
  // Without `if` they say nothing; with it, `if` has read them. Their mistakes are found either way.
  else: ({ value, at, compile }) => {
    compile(value, at);
    return ALWAYS;
  },
  properties: (place) => {
    const entries = map(place);
    return (value, work) => {
      if (!isRecord(value)) return true;
      for (const [name, holds] of entries)
        if (Object.hasOwn(value, name) && !holds(value[name], work)) return false;
      return true;
    };
  },
  patternProperties: (place) => {
    const entries = patterns(place.value, place.at);
    const conditions = map(place);
    return eachProperty((name, value, work) =>
      conditions.every(([, holds], at) => !entries[at]?.(name, work) || holds(value, work)),
    );
  },
  additionalProperties: ({ value, schema, at, compile }) => {
    const holds = compile(value, at);
    const { properties, patternProperties = {} } = schema;
    const known = new Set(isRecord(properties) ? Object.keys(properties) : []);
    const named = patterns(patternProperties, at);
    return eachProperty(
      (name, child, work) =>
        known.has(name) || named.some((matches) => matches(name, work)) || holds(child, work),
    );
  },
  propertyNames: ({ value, at, compile }) => {
    const holds = compile(value, at);
    return eachProperty((name, _child, work) => holds(name, work));
  },
  dependentSchemas: (place) => {
    const entries = map(place);
    return (value, work) =>
      !isRecord(value) ||
      entries.every(([name, holds]) => !Object.hasOwn(value, name) || holds(value, work));
  },
  items: ({ value, schema, at, compile }) => {
    const holds = compile(value, at);
    const { prefixItems } = schema;
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return eachItem((item, index, work) => index < first || holds(item, work));
  },
  prefixItems: (place) => {
    const places = list(place);
    return eachItem((item, index, work) => places[index]?.(item, work) ?? true);
  },
  contains: compileContains,
  ...{ minContains: note, maxContains: note },
} as const satisfies { readonly [name: string]: KeywordCompiler };

function definitions(place: KeywordPlace): Condition {
  map(place);
  return ALWAYS;
}

function compileIf({ value, schema, at, compile }: KeywordPlace): Condition {
  const isSo = compile(value, at);
  const whole = at.slice(0, -1);
  const [whenSo, otherwise] = ['then', 'else'].map((name) =>
    Object.hasOwn(schema, name) ? compile(schema[name], [...whole, name]) : ALWAYS,
  );
  return (each, work) => (isSo(each, work) ? whenSo : otherwise)?.(each, work) ?? true;
}

function compileContains({ value, schema, at, compile }: KeywordPlace): Condition {
  const holds = compile(value, at);
  const { minContains: least = 1, maxContains: most = Number.POSITIVE_INFINITY } = schema;
  return (items, work) => {
    if (!Array.isArray(items)) return true;
    work.spend(items.length);
    const found = items.filter((item) => holds(item, work)).length;
    return found >= Number(least) && found <= Number(most);
  };
}

function list({ value, at, compile }: KeywordPlace): readonly Condition[] {
  return (value as readonly unknown[]).map((each, index) => compile(each, [...at, String(index)]));
}

function map({ value, at, compile }: KeywordPlace): readonly (readonly [string, Condition])[] {
  const entries = Object.entries(value as JsonRecord);
  return entries.map(([name, each]) => [name, compile(each, [...at, name])] as const);
}

function patterns(byPattern: unknown, at: readonly string[]) {
  return Object.keys(byPattern as JsonRecord).map((each) => patternAt(each, [...at, each]));
}

/** Every property, counted. */
function eachProperty(holds: (name: string, value: unknown, work: Work) => boolean): Condition {
  return (value, work) => {
    if (!isRecord(value)) return true;
    const names = Object.keys(value);
    work.spend(names.length);
    return names.every((name) => holds(name, value[name], work));
  };
}

/** Every item, counted. */
function eachItem(holds: (item: unknown, index: number, work: Work) => boolean): Condition {
  return (value, work) => {
    if (!Array.isArray(value)) return true;
    work.spend(value.length);
    return value.every((item, index) => holds(item, index, work));
  };
}
