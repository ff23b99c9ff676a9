import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { explainFirstFault } from './explain-schema-error.ts';

const Colour = Type.Union([Type.Literal('red'), Type.Literal('green'), Type.Literal('blue')]);
const closed = { additionalProperties: false };
const Shape = Type.Object(
  {
    colour: Type.Optional(Colour),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    source: Type.Optional(
      Type.Union([
        Type.Object({ url: Type.String() }, closed),
        Type.Object({ path: Type.String() }, closed),
      ]),
    ),
    only: Type.Optional(Type.Literal(3)),
    id: Type.Optional(Type.String({ pattern: '^[a-z]+$', examples: ['weather'] })),
    list: Type.Optional(Type.Array(Type.String(), { maxItems: 1 })),
    either: Type.Optional(
      Type.Union([
        Type.Object({ a: Type.Optional(Type.String()) }, closed),
        Type.Object({ b: Type.Optional(Type.String()) }, closed),
      ]),
    ),
  },
  closed,
);

describe('a difference of JSON from a schema, in plain words', () => {
  it.each([
    { value: {}, then: undefined },
    { value: 3, then: 'expected a mapping, not 3' },
    {
      value: { colour: 'gren' },
      then: 'colour: expected "red", "green" or "blue", not "gren"; did you mean "green"?',
    },
    { value: { colour: 4 }, then: 'colour: expected "red", "green" or "blue", not 4' },
    {
      value: { colour: 'x'.repeat(900) },
      then: `colour: expected "red", "green" or "blue", not "${'x'.repeat(60)}"…`,
    },
    { value: { only: 4 }, then: 'only: expected 3, not 4' },
    { value: { size: '1' }, then: 'size: expected a whole number from 1, not "1"' },
    { value: { size: 10 }, then: 'size: at most 9 is possible here' },
    { value: { id: 'W\u202e' }, then: 'id: expected text like weather, not "W\\u{202e}"' },
    { value: { list: ['a', 'b'] }, then: 'list: at most 1 entries are possible here' },
    { value: { list: ['a', 2] }, then: 'list: at most 1 entries are possible here' },
    {
      value: { source: 'x' },
      then: 'source: expected a mapping with "url" or a mapping with "path", not "x"',
    },
    { value: { source: { url: 1 } }, then: 'source.url: expected text, not 1' },
    { value: { either: 1 }, then: 'either: expected a mapping of "a" or a mapping of "b", not 1' },
    { value: { color: 'red' }, then: 'color: unknown key, did you mean "colour"?' },
    {
      value: { zzzzzz: 1 },
      then: 'zzzzzz: unknown key; what may stand there: colour, size, source, only, id, list, either',
    },
  ])('$value → $then', ({ value, then }) => {
    expect(explainFirstFault(Shape, value)).toBe(then);
  });

  it('says what is missing and what it is', () => {
    const Needed = Type.Object({ url: Type.String() });
    expect(explainFirstFault(Needed, {}, 'body')).toBe('body.url: is missing: text');
  });
});
