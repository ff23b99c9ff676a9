import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownPropertiesOnly } from './own-properties.ts';

describe('a copy without prototypes', () => {
  it('holds the same JSON, at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(ownPropertiesOnly(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each(['toString', 'valueOf', 'constructor', '__proto__', 'hasOwnProperty'])(
    'has %s only if it was given',
    (name) => {
      const inList = ownPropertiesOnly([{}]) as readonly object[];
      expect(name in (ownPropertiesOnly({}) as object)).toBe(false);
      expect(name in (inList[0] as object)).toBe(false);
      const given = ownPropertiesOnly(JSON.parse(`{"${name}":1}`)) as Record<string, unknown>;
      expect(Object.keys(given)).toEqual([name]);
      expect(given[name]).toBe(1);
    },
  );

  it('copies what is nested a hundred thousand times', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(Array.isArray(ownPropertiesOnly(deep))).toBe(true);
  });
});
