import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshotByJson, snapshotJson } from './json-snapshot.ts';

const LIMITS = { maxBytes: 4_000, maxDepth: 8 };

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}

/** Values that JSON has rules of its own for, among ordinary ones. */
const odd = fc.constantFrom<unknown>(
  ...[undefined, -0, Number.NaN, Number.POSITIVE_INFINITY, new Date(0), new Map(), () => 1],
  ...[
    Symbol('x'),
    10n,
    Object('boxed'),
    new Array(2),
    { toJSON: () => ({ b: 1 }) },
    Object.create(null),
  ],
  ...[JSON.parse('{"__proto__":{"a":1}}'), 'x'.repeat(700), '\ud800', '"\\\n'.repeat(300)],
);
const given = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    odd,
    fc.jsonValue({ maxDepth: 3 }),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  record: fc.dictionary(fc.string({ maxLength: 8 }), tie('value'), { maxKeys: 4 }),
})).value;

describe('a copy of what came from outside', () => {
  it('is what JSON makes of it, frozen, however it was copied', () => {
    fc.assert(
      fc.property(given, (value) => {
        const made = snapshotJson(value, LIMITS);
        expect(made).toEqual(snapshotByJson(value, LIMITS));
        if (made.status !== 'ok') return;
        expect(isDeepFrozen(made.value)).toBe(true);
        expect(JSON.stringify(made.value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  it('shares nothing that its giver could change', () => {
    const args = { list: [{ a: 1 }], text: 'x' };
    const made = snapshotJson(args, LIMITS);
    args.list[0] = { a: 2 };
    expect(made).toMatchObject({ value: { list: [{ a: 1 }], text: 'x' } });
  });

  it('reads a getter once, and takes what it said', () => {
    let reads = 0;
    const args = {
      get path() {
        reads += 1;
        return reads === 1 ? '/harmless' : '/etc/passwd';
      },
    };
    expect(snapshotJson(args, LIMITS)).toMatchObject({ value: { path: '/harmless' } });
    expect(reads).toBe(1);
  });

  it.each([
    { what: 'a cycle', value: cyclic() },
    {
      what: 'one that throws',
      value: {
        get a() {
          throw new Error('no');
        },
      },
    },
    { what: 'what is too deep', value: nested(20) },
    { what: 'what is too large', value: { a: 'x'.repeat(5_000) } },
  ])('refuses $what', ({ value }) => {
    expect(snapshotJson(value, LIMITS).status).toBe('refused');
  });

  it('says of what is too deep for JSON itself that it is too deep, and of a cycle that it is one', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    // The JSON of newer V8s has no end of its stack here and writes it: of that, too, the depth is to be said.
    const roomy = { ...LIMITS, maxBytes: 1_000_000 };
    expect(snapshotJson(deep, roomy)).toMatchObject({ reason: 'is nested deeper than 8 levels' });
    expect(snapshotJson(cyclic(), LIMITS)).toMatchObject({
      reason: expect.stringContaining('a cycle'),
    });
  });
});

function cyclic(): object {
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  return cycle;
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}
