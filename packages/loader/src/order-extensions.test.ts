import type { ExtensionManifest } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderExtensions } from './order-extensions.ts';

function extension(id: string, requires: Record<string, string> = {}): ExtensionManifest {
  return { id, version: '1.2.0', requires };
}

describe('orderExtensions', () => {
  it('puts each extension after what it requires and keeps the order otherwise', () => {
    const { order, diagnostics } = orderExtensions([
      extension('a', { c: '^1.0.0' }),
      extension('b'),
      extension('c', { d: '1' }),
      extension('d'),
    ]);
    expect(order).toEqual(['d', 'c', 'a', 'b']);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    { what: 'is not there', requires: { gone: '*' }, then: /gone is not there/ },
    {
      what: 'is too old',
      requires: { base: '^2.0.0' },
      then: /base is 1\.2\.0, \^2\.0\.0 is needed/,
    },
    { what: 'is asked for in words', requires: { base: 'the new one' }, then: /not a range/ },
  ])('blocks an extension and its dependants when something $what', ({ requires, then }) => {
    const { order, blocked, diagnostics } = orderExtensions([
      extension('top', { needy: '*' }),
      extension('needy', requires as Record<string, string>),
      extension('base'),
    ]);
    expect(order).toEqual(['base']);
    expect([...blocked].sort()).toEqual(['needy', 'top']);
    expect(diagnostics).toMatchObject([{ code: 'dependency_missing', subject: 'needy' }]);
    expect(diagnostics[0]?.message).toMatch(then);
  });

  it('names a cycle once and loads the rest', () => {
    const { order, blocked, diagnostics } = orderExtensions([
      extension('a', { b: '*' }),
      extension('b', { c: '*' }),
      extension('c', { a: '*' }),
      extension('free'),
    ]);
    expect(order).toEqual(['free']);
    expect([...blocked].sort()).toEqual(['a', 'b', 'c']);
    expect(diagnostics).toMatchObject([{ code: 'dependency_cycle', message: 'a → b → c → a' }]);
  });

  it('never puts an extension before one it requires, and loses none', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const graph = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)));
    fc.assert(
      fc.property(graph, (edges) => {
        const manifests = ids.map((id) => {
          const needed = edges.filter(([from]) => from === id).map(([, to]) => [to, '*'] as const);
          return extension(id, Object.fromEntries(needed));
        });
        const { order, blocked } = orderExtensions(manifests);
        expect([...order, ...blocked].sort()).toEqual(ids);
        for (const [from, to] of edges) {
          if (order.includes(from)) expect(order.indexOf(to)).toBeLessThan(order.indexOf(from));
        }
      }),
    );
  });
});
