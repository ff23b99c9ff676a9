import { describe, expect, it } from 'vitest';
import { changeTexts } from './change-texts.ts';

describe('changeTexts', () => {
  it('changes texts and keys wherever they are', () => {
    const value = { a: ['a', { a: 'a', n: 1 }], b: null, c: true };
    expect(changeTexts(value, (text) => text.replaceAll('a', 'x'))).toEqual({
      x: ['x', { x: 'x', n: 1 }],
      b: null,
      c: true,
    });
  });

  it('gives back what it got if nothing changes', () => {
    const value = { a: ['b', { c: 'd' }] };
    expect(changeTexts(value, (text) => text)).toBe(value);
  });

  it('keeps a key named __proto__ a key', () => {
    const value = JSON.parse('{"__proto__":"a"}');
    expect(JSON.stringify(changeTexts(value, (text) => text.replace('a', 'b')))).toBe(
      '{"__proto__":"b"}',
    );
  });
});
