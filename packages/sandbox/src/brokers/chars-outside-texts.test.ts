import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charsOutsideTexts } from './chars-outside-texts.ts';

describe('charsOutsideTexts', () => {
  it.each([
    ['[]', 2],
    ['"text"', 0],
    ['["a","b"]', 3],
    [String.raw`["\\",1]`, 4],
    [String.raw`["\"\\\"",1]`, 4],
    ['"never closed', 0],
    ['', 0],
  ])('of %s → %i', (json, then) => {
    expect(charsOutsideTexts(json)).toBe(then);
  });

  it('counts what is left when strings are taken out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        const rest = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
        expect(charsOutsideTexts(json)).toBe(rest.length);
      }),
    );
  });
});
