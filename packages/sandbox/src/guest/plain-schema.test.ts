import { ownPropertiesOnly } from '@mortise/contracts/plain';
import fc from 'fast-check';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { compilePlainCheck } from './plain-schema.ts';

const limits = fc.nat({ max: 4 });
const names = fc.constantFrom('a', 'b', 'c', 'ä', '__proto__', 'toString', 'constructor', '');
const plainValues = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'abcd', '😀', '😀😀😀', true, false, null, 0, -0, 1, 2, 1.5, -3),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plainValues,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const numeric = {
  minimum: fc.integer({ min: -3, max: 3 }),
  maximum: fc.integer({ min: -3, max: 3 }),
  exclusiveMinimum: fc.double({ min: -3, max: 3, noNaN: true }),
  exclusiveMaximum: fc.integer({ min: -3, max: 3 }),
};
const choice = { enum: fc.array(plainValues, { minLength: 1, maxLength: 4 }), const: plainValues };
const annotations = { description: fc.constant('what it is'), default: plainValues };

function schemaOf(type: string, keywords: { readonly [keyword: string]: fc.Arbitrary<unknown> }) {
  return fc.record(
    { type: fc.constant(type), ...keywords, ...annotations },
    { requiredKeys: ['type'] },
  );
}

const schemas = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    schemaOf('string', { minLength: limits, maxLength: limits, ...choice }),
    schemaOf('number', { ...numeric, ...choice }),
    schemaOf('integer', numeric),
    schemaOf('boolean', choice),
    schemaOf('null', {}),
    schemaOf('array', { items: tie('schema'), minItems: limits, maxItems: limits }),
    schemaOf('object', {
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
      required: fc.subarray(['a', 'b', 'c', 'toString', 'valueOf']),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
    }),
  ),
})).schema;

/** As both get them: parsed from JSON. */
const parsed = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

const LEFT_OPEN: readonly unknown[] = [
  { type: 'string', pattern: 'a' },
  { type: 'string', format: 'uri' },
  { type: ['string', 'null'] },
  { type: 'bigint' },
  { type: 'constructor' },
  { type: 'object', required: ['a'] },
  { type: 'object', properties: { a: false } },
  { type: 'object', properties: { a: { $ref: '#' } } },
  { type: 'array', items: [{ type: 'string' }] },
  { type: 'array', minItems: -1 },
  { type: 'string', enum: [{ a: 1 }] },
  { anyOf: [] },
  false,
  null,
  { type: 'any' },
];

describe('the check of plain schemas (E-14, S-5)', () => {
  it('takes nothing that the schema checker would refuse', () => {
    let taken = 0;
    let fitting = 0;
    fc.assert(
      fc.property(schemas, values, (rawSchema, rawValue) => {
        const [schema, value] = [parsed(rawSchema) as object, parsed(rawValue)];
        const isTaken = compilePlainCheck(schema)?.(value) === true;
        const fits = Check(schema, ownPropertiesOnly(value));
        if (isTaken) taken += 1;
        if (fits) fitting += 1;
        expect(isTaken && !fits).toBe(false);
      }),
      { numRuns: 20_000 },
    );
    // Otherwise it would be of no use.
    expect(taken).toBeGreaterThan(fitting / 2);
  });

  it.each([
    { what: 'anything', schema: { description: 'anything' }, value: [{}] },
    { what: 'a text', schema: { type: 'string', maxLength: 3 }, value: 'abc' },
    { what: 'a non-empty text', schema: { type: 'string', minLength: 1 }, value: 'a' },
    { what: 'a choice', schema: { type: 'string', enum: ['a', 'b'] }, value: 'b' },
    { what: 'a number', schema: { type: 'number', minimum: 1, exclusiveMaximum: 3 }, value: 2.5 },
    { what: 'a list', schema: { type: 'array', items: { type: 'integer' } }, value: [1, 2] },
    {
      what: 'an object',
      schema: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'object' } },
        required: ['a'],
        additionalProperties: false,
      },
      value: { a: 'x', b: { c: 1 } },
    },
    {
      what: 'an object of numbers',
      schema: { type: 'object', additionalProperties: { type: 'number' } },
      value: { a: 1, b: 2 },
    },
  ])('takes $what', ({ schema, value }) => {
    expect(compilePlainCheck(parsed(schema))?.(value)).toBe(true);
  });

  it.each(LEFT_OPEN.map((schema) => ({ schema })))(
    'leaves $schema to the schema checker',
    ({ schema }) => {
      expect(compilePlainCheck(parsed(schema))).toBeUndefined();
    },
  );
});
