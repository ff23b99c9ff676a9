import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it.each([
    { value: { b: 1, a: [{ d: 1, c: 2 }] }, then: '{"a":[{"c":2,"d":1}],"b":1}' },
    { value: { b: undefined, a: null }, then: '{"a":null}' },
    { value: [2, 1], then: '[2,1]' },
    { value: JSON.parse('{"z":1,"__proto__":2}'), then: '{"__proto__":2,"z":1}' },
  ])('$then', ({ value, then }) => {
    expect(canonicalJson(value)).toBe(then);
  });

  it('is equal for equal data, whatever the order of its keys', () => {
    expect(canonicalJson({ a: 1, b: { c: 2, d: 3 } })).toBe(
      canonicalJson({ b: { d: 3, c: 2 }, a: 1 }),
    );
  });
});

describe('canonicalJson of data that is in order already', () => {
  /** As it is written where nothing is taken for granted. */
  const sorted = (data: unknown): string =>
    JSON.stringify(data, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : value,
    );

  it('is the text that sorting makes, whatever the data', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (data) => {
        expect(canonicalJson(data)).toBe(sorted(data));
        // Once in order, it takes the short way.
        const ordered: unknown = JSON.parse(canonicalJson(data));
        expect(canonicalJson(ordered)).toBe(canonicalJson(data));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    { what: 'digits', data: { 1: 'a', 10: 'b', 2: 'c', a: 'd' } },
    { what: 'a method of its own', data: { a: { toJSON: () => ({ z: 1, b: 2 }) } } },
    { what: 'an instance', data: { a: new Date(0), b: new Map([['b', 1]]) } },
    { what: 'holes and undefined', data: { a: [undefined, () => 1], b: undefined } },
    { what: 'surrogates', data: { '\u{1f600}': 1, '\uffff': 2 } },
  ])('is so for $what', ({ data }) => {
    expect(canonicalJson(data)).toBe(sorted(data));
  });

  it('throws for a cycle', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => canonicalJson(cycle)).toThrow();
  });
});
