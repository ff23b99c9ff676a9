import { describe, expect, it } from 'vitest';
import { freezeJson, isFiniteJson, jsonDepthWithin } from './json-depth.ts';

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? { value } : [value];
  return value;
};

describe('the depth of JSON', () => {
  it.each([
    { levels: 0, maxDepth: 0, then: true },
    { levels: 1, maxDepth: 0, then: false },
    { levels: 3, maxDepth: 3, then: true },
    { levels: 4, maxDepth: 3, then: false },
    { levels: 100_000, maxDepth: 64, then: false },
  ])('$levels levels within $maxDepth → $then', ({ levels, maxDepth, then }) => {
    expect(jsonDepthWithin(nested(levels), maxDepth)).toBe(then);
    expect(isFiniteJson(nested(levels), maxDepth)).toBe(then);
    expect(freezeJson(nested(levels), maxDepth)).toBe(then);
  });

  it.each(['1e999', '[-1e999]', '{"a":[{"b":1e999}]}', '9'.repeat(400)])(
    '%s is not finite, wherever the number stands (S-5)',
    (json) => {
      expect(isFiniteJson(JSON.parse(json), 8)).toBe(false);
      expect(jsonDepthWithin(JSON.parse(json), 8)).toBe(true);
    },
  );

  it.each(['-0', '1e308', '5e-999', '{"a":[null,"1e999",true]}'])('%s is finite', (json) => {
    expect(isFiniteJson(JSON.parse(json), 8)).toBe(true);
  });

  it('is frozen to the leaves', () => {
    const value = { a: [{ b: 1 }], c: null };
    expect(freezeJson(value)).toBe(true);
    expect([value, value.a, value.a[0]].every(Object.isFrozen)).toBe(true);
  });
});
