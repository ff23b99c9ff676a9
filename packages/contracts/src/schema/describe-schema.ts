import type { TSchema } from '@sinclair/typebox';

type Quote = (text: string) => string;

const MAX_CHOICES = 16;

/** In words, what a schema takes: `text`, `"agent" or "shared"`, `a mapping with "url"`. */
export function describeSchema(schema: TSchema, quote: Quote): string {
  const variants = flatUnion(schema);
  if (variants.length > 0) return describeVariants(variants, quote);
  if (Object.hasOwn(schema, 'const')) return describeLiteral(schema['const'], quote);
  if (Array.isArray(schema['enum'])) {
    return listChoices(schema['enum'].map((each) => describeLiteral(each, quote)));
  }
  // A pattern is for programs; people read what it stands for, where that is written down.
  if (Array.isArray(schema.examples)) return `text like ${schema.examples.join(', ')}`;
  if (typeof schema['pattern'] === 'string') return `text like ${schema['pattern']}`;
  if (schema['minLength'] !== undefined) return 'text that is not empty';
  if (schema['minimum'] !== undefined) return `a whole number from ${schema['minimum']}`;
  return KIND_WORDS.get(String(schema['type'])) ?? 'another value';
}

/** The constants that a schema takes, of a union all. */
export function literalsOf(schema: TSchema): readonly unknown[] {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  const listed: unknown = schema['enum'];
  return Array.isArray(listed) ? listed : unionOf(schema).flatMap(literalsOf);
}

export function unionOf(schema: TSchema): readonly TSchema[] {
  const variants: unknown = schema['anyOf'];
  return Array.isArray(variants) ? variants : [];
}

/** `a, b or c`, bounded. */
export function listChoices(choices: readonly string[]): string {
  const more = choices.length - MAX_CHOICES;
  const shown = more > 0 ? [...choices.slice(0, MAX_CHOICES), `${more} more`] : choices;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} or ${last}`;
}

function flatUnion(schema: TSchema): readonly TSchema[] {
  return unionOf(schema).flatMap((each) => {
    const inner = flatUnion(each);
    return inner.length > 0 ? inner : [each];
  });
}

function describeVariants(variants: readonly TSchema[], quote: Quote): string {
  const mappings = variants.filter((each) => each['type'] === 'object');
  const words = variants.map((each) =>
    each['type'] === 'object'
      ? describeMapping(each, { quote, isOneOfSeveral: mappings.length > 1 })
      : describeSchema(each, quote),
  );
  const different = [...new Set(words)];
  const areAllLiterals = variants.every((each) => Object.hasOwn(each, 'const'));
  // Commas stand between the keys of a mapping already.
  return areAllLiterals ? listChoices(different) : different.join(' or ');
}

interface MappingParts {
  readonly quote: Quote;
  readonly isOneOfSeveral: boolean;
}

/** Mappings that a union tells apart differ in the keys that they need, or else in those they may have. */
function describeMapping(schema: TSchema, { quote, isOneOfSeveral }: MappingParts): string {
  const needed: unknown = schema['required'];
  if (Array.isArray(needed) && needed.length > 0)
    return `a mapping with ${needed.map(quote).join(', ')}`;
  const keys = Object.keys(schema['properties'] ?? {});
  if (!isOneOfSeveral || keys.length === 0) return 'a mapping';
  return `a mapping of ${keys.slice(0, MAX_CHOICES).map(quote).join(', ')}`;
}

function describeLiteral(value: unknown, quote: Quote): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

const KIND_WORDS: ReadonlyMap<string, string> = new Map([
  ['object', 'a mapping'],
  ['array', 'a list'],
  ['string', 'text'],
  ['boolean', 'true or false'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['null', 'nothing'],
]);
