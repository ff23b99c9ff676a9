import type { JsonValue } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tool } from '../../toolkits/testing/toolkit-world.ts';
import {
  findOverrideConflicts,
  holdToolkit,
  mergeStaticTools,
  sameOverrides,
} from './merge-overrides.ts';

describe('sameOverrides (M-5)', () => {
  it.each<[JsonValue, JsonValue, boolean]>([
    [{}, {}, true],
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: 1 }, {}, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: [1, 2] }, { a: [2, 1] }, false],
    [{ a: [1] }, { a: { 0: 1 } }, false],
    [{ a: null }, { a: {} }, false],
    [{ a: '1' }, { a: 1 }, false],
    [{ toString: 1 }, { a: 1 }, false],
  ])('%j and %j → %s', (left, right, same) => {
    expect(sameOverrides(left, right)).toBe(same);
    expect(sameOverrides(right, left)).toBe(same);
  });

  it('accepts a copy of any JSON with its keys in another order', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const copy = JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
          typeof each === 'object' && each !== null && !Array.isArray(each)
            ? Object.fromEntries(Object.entries(each).reverse())
            : each,
        );
        expect(sameOverrides(JSON.parse(JSON.stringify(value)), copy)).toBe(true);
      }),
    );
  });
});

describe('mergeStaticTools (M-1)', () => {
  it('puts the agent on top of the defaults, key by key, whatever the case of the name', () => {
    const held = mergeStaticTools({
      defaults: [tool('Shell', { a: 1, b: 1 }), tool('clock')],
      tools: [tool('file'), tool('shell', { b: 2 })],
    });
    expect([...held.values()].map(({ name, overrides }) => [name, overrides])).toStrictEqual([
      ['file', {}],
      ['shell', { a: 1, b: 2 }],
      ['clock', {}],
    ]);
    expect(held.get('shell')?.sources).toStrictEqual(['somewhere.shell', 'somewhere.Shell']);
  });

  it('keeps a key named __proto__ a key', () => {
    const poisoned: { [key: string]: JsonValue } = JSON.parse('{"__proto__":{"polluted":true}}');
    const held = mergeStaticTools({ defaults: [tool('x', poisoned)], tools: [tool('x')] });
    const overrides = held.get('x')?.overrides ?? {};
    expect(Object.keys(overrides)).toStrictEqual(['__proto__']);
    expect(overrides['polluted']).toBeUndefined();
  });
});

describe('findOverrideConflicts and holdToolkit (M-5)', () => {
  it('blames each tool that differs, with both sides and who holds it', () => {
    const held = holdToolkit(mergeStaticTools({ tools: [tool('file', { a: 1 })] }), {
      name: 'x',
      tools: [tool('shell', { p: 1 })],
    });
    const asked = [tool('File'), tool('SHELL', { p: 1 }), tool('new', { z: 1 })];
    expect(findOverrideConflicts(held, asked)).toStrictEqual([
      { tool: 'File', held: { a: 1 }, heldBy: ['somewhere.file'], asked: {} },
    ]);
    expect(findOverrideConflicts(held, [tool('shell', { p: 2 })])).toMatchObject([
      { heldBy: ['toolkit x'] },
    ]);
  });
});
