import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { hashArguments } from './hash-arguments.ts';
import { hashOf } from './hash-of.ts';

const LONG = 'a "quoted" text\n'.repeat(20);

describe('the hash of arguments (T-4, T-7)', () => {
  it('is that of canonical JSON where no text is long', () => {
    for (const args of [{}, [], null, 'text', { b: 1, a: { c: 'x' } }, [LONG]]) {
      expect(hashArguments(args)).toBe(hashOf('arguments', args));
    }
    expect(hashArguments(undefined)).toBe(hashArguments(null));
  });

  it('has a form that others can make again', () => {
    const text = 'x'.repeat(256);
    const form = `mortise arguments\n{"text":0}\x1d"text"\x1f256\x1f${text}`;
    expect(hashArguments({ text })).toBe(`sha256-${hash('sha256', form)}`);
    expect(hashArguments({ text })).toBe(
      'sha256-11895ac5c6451d127535525f25bd50a43ea2501c606804d1d73e148f23a015c7',
    );
  });

  it('does not depend on the order of keys, and on everything else', () => {
    const args = { b: LONG, a: LONG, c: [LONG] };
    expect(hashArguments({ c: [LONG], a: LONG, b: LONG })).toBe(hashArguments(args));
    const others = [
      { b: 0, a: LONG, c: [LONG] },
      { b: LONG, a: 0, c: [LONG] },
      { b: `${LONG} `, a: LONG, c: [LONG] },
      { b: LONG.normalize('NFD'), a: `${LONG}é`, c: [LONG] },
      { b: LONG, a: `${LONG}é`.normalize('NFD'), c: [LONG] },
      { b: `${LONG}\x1d"c"\x1f3\x1fabc`, a: LONG, c: [LONG] },
      { b: `${LONG}\ud800`, a: LONG, c: [LONG] },
      { b: `${LONG}\ud801`, a: LONG, c: [LONG] },
      { a: LONG, c: [LONG] },
    ];
    const hashes = [args, ...others].map(hashArguments);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is equal exactly where canonical JSON is, whatever the data', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(LONG, `${LONG}\u0000`, `${LONG}\x1d`, `${LONG}\ud83d`, '0', ''),
    );
    const value = fc.oneof(
      text,
      fc.constantFrom(0, 1, null, true),
      fc.array(text, { maxLength: 2 }),
    );
    const args = fc.dictionary(fc.oneof(text, fc.constantFrom('a', 'b', '1', '__proto__')), value, {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(args, args, (one, other) => {
        const isEqual = canonicalJson(one) === canonicalJson(other);
        expect(hashArguments(one) === hashArguments(other)).toBe(isEqual);
        const turned = Object.fromEntries(Object.entries(one).reverse());
        expect(hashArguments(turned)).toBe(hashArguments(one));
        expect(hashArguments(JSON.parse(JSON.stringify(one)))).toBe(hashArguments(one));
      }),
      { numRuns: 500 },
    );
  });

  it('is that of the data for what writes itself as JSON', () => {
    const written = { toJSON: () => ({ text: LONG }) };
    expect(hashArguments(written)).toBe(hashArguments({ text: LONG }));
  });
});
