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
