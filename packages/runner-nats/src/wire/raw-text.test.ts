import { describe, expect, it } from 'vitest';
import { splitTexts, writeWithTexts } from './raw-text.ts';

const LONG = 'a "quoted" line\n'.repeat(20);

describe('JSON with long texts behind it', () => {
  it('keeps long texts as they are, with their names and places', () => {
    const written = writeWithTexts({ first: LONG, short: 'x', last: `é\t${LONG}` });
    expect(written?.json).toBe('{"first":0,"short":"x","last":0}');
    expect(splitTexts(`${written?.json}${written?.texts}`)).toEqual({
      json: written?.json,
      texts: [
        ['first', LONG],
        ['last', `é\t${LONG}`],
      ],
    });
  });

  it.each([
    { what: 'a name with other characters', value: { 'a b': LONG } },
    { what: 'a name that is no field', value: JSON.parse(`{"__proto__":${JSON.stringify(LONG)}}`) },
    { what: 'the end of a frame in it', value: { a: `${LONG}\x1e` } },
    { what: 'the mark of a name in it', value: { a: `${LONG}\x1d` } },
    { what: 'half a character', value: { a: `${LONG}\ud800` } },
    { what: 'no object around it', value: LONG },
    { what: 'a list around it', value: [LONG] },
    { what: 'its own way to be written', value: { a: LONG, toJSON: () => 'own' } },
  ])('writes a long text with $what as JSON', ({ value }) => {
    expect(writeWithTexts(value)).toEqual({ json: JSON.stringify(value), texts: '' });
  });

  it('is none for what JSON has no word for', () => {
    expect(writeWithTexts(undefined)).toBeUndefined();
  });
});
