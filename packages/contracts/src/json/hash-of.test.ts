import { describe, expect, it } from 'vitest';
import { hashOf } from './hash-of.ts';

describe('the hash of data (S-7)', () => {
  it('is the same for the same data in another order of keys', () => {
    expect(hashOf('arguments', { a: 1, b: { c: 2, d: 3 } })).toBe(
      hashOf('arguments', { b: { d: 3, c: 2 }, a: 1 }),
    );
  });

  it.each([
    ['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['unicode forms', { a: '\u00e9' }, { a: 'e\u0301' }],
    ['a number and its text', { a: 1 }, { a: '1' }],
    ['an absent key and null', {}, { a: null }],
    ['halves of a character', { a: '\ud800' }, { a: '\ufffd' }],
    ['a key named __proto__', {}, JSON.parse('{"__proto__":{"a":1}}')],
  ])('differs for %s', (_what, one, other) => {
    expect(hashOf('arguments', one)).not.toBe(hashOf('arguments', other));
  });

  it('differs by kind, and nothing is null', () => {
    expect(hashOf('arguments', {})).not.toBe(hashOf('approval', {}));
    expect(hashOf('arguments', undefined)).toBe(hashOf('arguments', null));
    expect(hashOf('arguments', {})).toBe(
      'sha256-f9ddcd291414e34eecac63362fe8bae755d92f0c1e53cae48416a6e52d3e2e43',
    );
  });
});
