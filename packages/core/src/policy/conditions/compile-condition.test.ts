import fc from 'fast-check';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { compileCondition } from './compile-condition.ts';
import { MOST_WORK, Work, WorkExhausted } from './condition.ts';

function holds(schema: unknown, value: unknown): boolean {
  const compiled = compileCondition(schema);
  if (compiled.status === 'invalid') throw new Error(compiled.message);
  return compiled.matches(value, new Work(MOST_WORK));
}

function faultOf(schema: unknown) {
  const compiled = compileCondition(schema);
  return compiled.status === 'ok' ? undefined : compiled;
}

/** Schemas whose keywords a second implementation reads, too. */
const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.boolean(),
    fc.record(
      {
        type: fc.constantFrom('null', 'boolean', 'number', 'integer', 'string', 'array', 'object'),
      },
      { requiredKeys: [] },
    ),
    fc.record({ const: fc.jsonValue({ maxDepth: 1 }) }),
    fc.record({ enum: fc.array(fc.constantFrom(0, 1, 'a', 'b', null, true), { minLength: 1 }) }),
    fc.record({ minimum: fc.integer({ min: -3, max: 3 }), exclusiveMaximum: fc.constant(2) }),
    fc.record({ minLength: fc.constant(1), maxLength: fc.constantFrom(1, 2) }),
    fc.record({ pattern: fc.constantFrom('^a', 'b$', '^(a|b)+$', 'a.b', '^\\w*$') }),
    fc.record({ minItems: fc.constant(1), maxItems: fc.constant(2), items: tie('schema') }),
    fc.record({ contains: tie('schema'), prefixItems: fc.tuple(tie('schema')) }),
    fc.record({ uniqueItems: fc.boolean() }),
    fc.record({ not: tie('schema') }),
    fc.record({ allOf: fc.tuple(tie('schema'), tie('schema')) }),
    fc.record({ anyOf: fc.tuple(tie('schema'), tie('schema')) }),
    fc.record({ oneOf: fc.tuple(tie('schema'), tie('schema')) }),
    fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
    fc.record(
      {
        properties: fc.record({ a: tie('schema'), b: tie('schema') }, { requiredKeys: [] }),
        required: fc.subarray(['a', 'b']),
        additionalProperties: tie('schema'),
        patternProperties: fc.record({ '^a': tie('schema') }),
        propertyNames: tie('schema'),
        dependentRequired: fc.constant({ a: ['b'] }),
        minProperties: fc.constant(1),
        maxProperties: fc.constant(2),
      },
      { requiredKeys: [] },
    ),
  ),
}));

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'c'), fc.jsonValue({ maxDepth: 1 })),
  fc.constantFrom('a', 'b', 'ab', 'a\nb', '', 0, 1, -1, 1.5, null, true, [], [1, 1], ['a']),
);

describe('a condition (T-3)', () => {
  it('agrees with another implementation of JSON Schema', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(holds(schema, plain)).toBe(Check(schema as never, plain));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['an own __proto__ is a property', { required: ['__proto__'] }, '{"__proto__":1}', true],
    ['an inherited name is none', { required: ['toString'] }, '{}', false],
    ['an inherited name is not looked at', { properties: { constructor: false } }, '{}', true],
    ['one number has one value', { const: 1 }, '1.0', true],
    ['in every notation', { enum: [100] }, '1e2', true],
    ['minus zero is zero', { const: 0 }, '-0', true],
    ['a pair of surrogates is one character', { maxLength: 1 }, '"😀"', true],
    ['unicode forms differ', { const: 'é' }, '"e\u0301"', false],
    ['keys have no order', { const: { a: 1, b: 2 } }, '{"b":2,"a":1}', true],
    ['a reference is followed', { $ref: '#/$defs/x', $defs: { x: { const: 1 } } }, '1', true],
  ])('%s', (_name, schema, json, then) => {
    expect(holds(schema, JSON.parse(json))).toBe(then);
  });

  it.each([
    ['format', { format: 'uri' }, ['format'], 'cannot use the keyword "format"'],
    ['a misspelled keyword', { propertys: {} }, ['propertys'], 'properties'],
    [
      'unevaluated parts',
      { unevaluatedProperties: false },
      ['unevaluatedProperties'],
      'cannot use',
    ],
    [
      'a wrong kind',
      { properties: { a: { minimum: 'x' } } },
      ['properties', 'a', 'minimum'],
      'a number',
    ],
    ['a flag as bound', { exclusiveMinimum: true }, ['exclusiveMinimum'], 'expected a number'],
    ['a pattern that looks ahead', { pattern: '(?=a)' }, ['pattern'], 'linear'],
    ['a pattern that refers back', { pattern: '(a)\\1' }, ['pattern'], 'linear'],
    [
      'a name that is no pattern',
      { patternProperties: { '(': true } },
      ['patternProperties'],
      'patterns',
    ],
    [
      'a circle',
      { $ref: '#/$defs/x', $defs: { x: { not: { $ref: '#/$defs/x' } } } },
      ['$ref', 'not', '$ref'],
      'itself',
    ],
    ['a lost reference', { $ref: '#/$defs/y' }, ['$ref'], '#/$defs'],
    ['a list of items', { items: [true] }, ['items'], 'prefixItems'],
    ['what is no schema', { not: 7 }, ['not'], 'a schema'],
  ])('refuses %s at its place', (_name, schema, at, message) => {
    const fault = faultOf(schema);
    expect(fault?.at).toEqual(at);
    expect(fault?.message).toContain(message);
  });

  it('refuses references that double themselves', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    );
    const fault = faultOf({ $ref: '#/$defs/d0', $defs: { ...$defs, d40: true } });
    expect(fault?.message).toContain('parts');
  });

  it('ends for every pattern and text: what is too much is said, not tried', () => {
    const hostile = ['(a+)+$', '(a|a)*b', '(x+x+)+y', '^(?:a?){100}a{100}$', '(.*)(.*)(.*)(.*)z'];
    const texts = ['a'.repeat(50_000), 'x'.repeat(50_000), 'y'.repeat(2_000_000)];
    for (const pattern of hostile) {
      for (const text of texts) {
        try {
          expect(holds({ pattern }, text)).toBeTypeOf('boolean');
        } catch (error) {
          expect(error).toBeInstanceOf(WorkExhausted);
        }
      }
    }
  });
});
