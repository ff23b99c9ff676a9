import { describe, expect, it } from 'vitest';
import { findSchemaFault } from './find-schema-fault.ts';

const ZERO_WIDTH = '\u200b';
const object = (property: object) => ({ type: 'object', properties: { a: property } });

describe('a schema that no validator takes (S-5)', () => {
  it.each([
    {
      property: { type: 'strnig' },
      then: '/properties/a/type: expected a JSON type or a list of them, found "strnig"',
    },
    {
      property: { type: ['string', 'string'] },
      then: '/properties/a/type: expected a JSON type or a list of them, found ["string","string"]',
    },
    {
      property: { type: [] },
      then: '/properties/a/type: expected a JSON type or a list of them, found []',
    },
    { property: { minimum: '3' }, then: '/properties/a/minimum: expected a number, found "3"' },
    {
      property: { minLength: -1 },
      then: '/properties/a/minLength: expected a whole number from 0, found -1',
    },
    {
      property: { maxItems: 1.5 },
      then: '/properties/a/maxItems: expected a whole number from 0, found 1.5',
    },
    {
      property: { multipleOf: 0 },
      then: '/properties/a/multipleOf: expected a number above 0, found 0',
    },
    {
      property: { pattern: '(' },
      then: '/properties/a/pattern: expected a pattern that compiles, found "("',
    },
    {
      property: { patternProperties: { '[': {} } },
      then: '/properties/a/patternProperties: expected schemas by patterns that compile, found {"[":{}}',
    },
    {
      property: { required: 'x' },
      then: '/properties/a/required: expected a list of different names, found "x"',
    },
    {
      property: { required: true },
      then: '/properties/a/required: expected a list of different names, found true',
    },
    {
      property: { required: ['x', 'x'] },
      then: '/properties/a/required: expected a list of different names, found ["x","x"]',
    },
    {
      property: { enum: {} },
      then: '/properties/a/enum: expected a list that is not empty, found {}',
    },
    {
      property: { enum: [] },
      then: '/properties/a/enum: expected a list that is not empty, found []',
    },
    {
      property: { items: 'string' },
      then: '/properties/a/items: expected a schema, found "string"',
    },
    {
      property: { anyOf: {} },
      then: '/properties/a/anyOf: expected a list of schemas that is not empty, found {}',
    },
    {
      property: { anyOf: [{ type: 'text' }] },
      then: '/properties/a/anyOf/0/type: expected a JSON type or a list of them, found "text"',
    },
    {
      property: { properties: { b: 'string' } },
      then: '/properties/a/properties: expected schemas by name, found {"b":"string"}',
    },
    {
      property: { additionalProperties: 'no' },
      then: '/properties/a/additionalProperties: expected a schema, found "no"',
    },
    {
      property: { uniqueItems: 'yes' },
      then: '/properties/a/uniqueItems: expected true or false, found "yes"',
    },
    { property: { description: 5 }, then: '/properties/a/description: expected text, found 5' },
    { property: { $ref: '#/$defs/gone' }, then: '/properties/a/$ref: "#/$defs/gone" is not in it' },
    { property: { $ref: '#nowhere' }, then: '/properties/a/$ref: "#nowhere" is not in it' },
    {
      property: { $ref: 'https://a.test/b.json' },
      then: '/properties/a/$ref: "https://a.test/b.json" points outside of it',
    },
    {
      property: { $dynamicRef: 'other' },
      then: '/properties/a/$dynamicRef: "other" points outside of it',
    },
    {
      property: { enum: [`a${ZERO_WIDTH}`] },
      then: '/properties/a/enum: it has characters that cannot be seen',
    },
    {
      property: { const: { b: '\u202e' } },
      then: '/properties/a/const: it has characters that cannot be seen',
    },
    {
      property: { properties: { [`x${ZERO_WIDTH}`]: {} } },
      then: '/properties/a/properties: a name has characters that cannot be seen',
    },
  ])('$then', ({ property, then }) => {
    expect(findSchemaFault(object(property))).toBe(then);
  });

  it('has too many parts', () => {
    const allOf = Array.from({ length: 20_001 }, () => ({}));
    expect(findSchemaFault({ allOf })).toContain('too many parts');
  });
});

describe('a schema that validators take', () => {
  it.each([
    { what: 'nothing', schema: {} },
    {
      what: 'names like keywords',
      schema: object({
        properties: { type: { type: 'string' }, required: { type: 'boolean' }, enum: {} },
      }),
    },
    { what: 'several types', schema: object({ type: ['string', 'null'] }) },
    {
      what: 'flags as schemas',
      schema: { ...object({}), additionalProperties: false, items: true },
    },
    {
      what: 'references',
      schema: {
        $defs: { 'a/b': { $anchor: 'here' } },
        allOf: [{ $ref: '#/$defs/a~1b' }, { $ref: '#here' }, { $ref: '#' }],
      },
    },
    {
      what: 'older drafts',
      schema: {
        definitions: { a: {} },
        $ref: '#/definitions/a',
        exclusiveMinimum: true,
        items: [{}, {}],
        dependencies: { a: ['b'], c: {} },
      },
    },
    { what: 'patterns without the flag u', schema: object({ pattern: '^[\\w\\-]+$' }) },
    { what: 'keywords of its own', schema: { 'x-order': 5, nullable: true } },
    {
      what: 'values that look like schemas',
      schema: object({
        default: { type: 'strnig' },
        examples: [{ type: 5 }],
        const: { minimum: 'a' },
      }),
    },
    {
      what: 'notes with hidden characters, which are shown',
      schema: object({ description: `a${ZERO_WIDTH}` }),
    },
    { what: 'conditions', schema: { if: { type: 'object' }, then: {}, else: false } },
  ])('has $what', ({ schema }) => {
    expect(findSchemaFault(schema)).toBe(undefined);
  });
});
