import { describe, expect, it } from 'vitest';
import { readUriTemplate } from './uri-template.ts';

describe('a form of addresses (F-10, S-5)', () => {
  it.each<{ form: string; uri: string; values: object | undefined }>([
    { form: 'a:b', uri: 'a:b', values: {} },
    { form: 'a:b', uri: 'a:bc', values: undefined },
    { form: 'a://x/{id}', uri: 'a://x/1', values: { id: '1' } },
    { form: 'a://x/{id}', uri: 'a://x/', values: undefined },
    { form: 'a://x/{id}', uri: 'a://x/1/2', values: undefined },
    { form: 'a://x/{+id}', uri: 'a://x/1/2', values: { id: '1/2' } },
    { form: 'a://x/{id}', uri: 'a://x/%2e%2e%2fb', values: { id: '../b' } },
    { form: 'a://x/{id}', uri: 'a://x/%zz', values: undefined },
    { form: 'a://{a}/x/{b}.md', uri: 'a://1/x/2.md', values: { a: '1', b: '2' } },
    { form: 'a://{a}/x/{b}.md', uri: 'a://1/x/2.txt', values: undefined },
    { form: 'a:{constructor}', uri: 'a:1', values: { constructor: '1' } },
  ])('$form has $uri with $values', ({ form, uri, values }) => {
    expect(readUriTemplate(form)?.match(uri)).toEqual(values);
  });

  it.each([
    ...['a b', 'no-scheme', 'a:<b>', 'a:"', 'a:\u202e', 'a:\n', 'a:{', 'a:{a}{b}', 'a:{a}{a}/'],
    ...['a:{?q}', 'a:{__proto__}', 'a:{a,b}', `a:${'{v}/'.repeat(2)}`, 'a:{\0}'],
  ])('%j is none', (form) => {
    expect(readUriTemplate(form)).toBeUndefined();
  });

  it('makes the address that it took apart, and encodes what would lead elsewhere', () => {
    const form = readUriTemplate('a://x/{id}/{+rest}');
    expect(form?.expand({ id: '../b', rest: 'c/d e' })).toBe('a://x/..%2Fb/c/d%20e');
    expect(form?.expand({ id: '\ud800' })).toBe('a://x/%EF%BF%BD/');
  });

  it('takes one walk, whatever the address', () => {
    const form = readUriTemplate(
      `a:${Array.from({ length: 16 }, (_, at) => `{+v${at}}aa`).join('')}b`,
    );
    const begun = performance.now();
    expect(form?.match(`a:${'a'.repeat(100_000)}`)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
