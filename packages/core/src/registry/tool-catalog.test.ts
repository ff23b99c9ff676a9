import type { ExtensionPlace, ToolOrigin } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTool } from '../testing/core-fixtures.ts';
import { ToolCatalog } from './tool-catalog.ts';

const NAMES = ['read', 'Read', 'zap', 'ZAP', 'notes', 'exec', 'a', 'B', 'delegate'];
const IDS = ['a', 'b', 'zap', 'READ', 'bash', 'B', 'delegate', 'mcp__x__y'];

const place: fc.Arbitrary<ExtensionPlace> = fc.record({
  id: fc.constantFrom(...IDS),
  order: fc.integer({ min: 0, max: 2 }),
  toolNames: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
});
const places = fc.uniqueArray(place, { selector: ({ id }) => id, maxLength: 4 });

const origin: fc.Arbitrary<ToolOrigin> = fc.oneof(
  fc.constant({ kind: 'core' } as const),
  fc.record({
    kind: fc.constant('extension' as const),
    id: fc.constantFrom(...IDS),
  }),
);

function claimTool(catalog: ToolCatalog, name: string, id: string) {
  const tool = makeTool(name);
  const from = { kind: 'extension', id } as const;
  return catalog.claim({ tool, origin: from }, { kind: 'in-process', tool });
}

describe('the answer to a claim (F-2)', () => {
  it('is what the snapshot then says, whatever was registered before', () => {
    const claims = fc.array(fc.tuple(fc.constantFrom(...NAMES), origin, fc.boolean()), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(claims, places, (all, known) => {
        const catalog = new ToolCatalog();
        catalog.arrange(known);
        for (const [name, from, hasAlias] of all) {
          const tool = makeTool(name, hasAlias ? { aliases: ['bash'] } : {});
          const claim = catalog.claim({ tool, origin: from }, { kind: 'in-process', tool });
          const { skipped } = catalog.snapshot();
          const held = catalog.find(name)?.implementation;
          const isHolder = held?.kind === 'in-process' && held.tool === tool;
          expect(claim.status === 'taken').toBe(isHolder);
          if (claim.status !== 'skipped') continue;
          expect(skipped.map(({ code }) => code)).toContain(claim.diagnostic.code);
        }
      }),
    );
  });

  it('does not depend on the order of claims and arrangements', () => {
    const extensionTool = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...IDS));
    const claims = fc.uniqueArray(extensionTool, { selector: String, maxLength: 8 });
    fc.assert(
      fc.property(claims, places, fc.infiniteStream(fc.nat(100)), (all, known, random) => {
        const shuffled = all
          .map((claim) => ({ claim, rank: random.next().value }))
          .sort((one, other) => one.rank - other.rank)
          .map(({ claim }) => claim);
        const [before, after] = [new ToolCatalog(), new ToolCatalog()];
        before.arrange(known);
        for (const [name, id] of all) claimTool(before, name, id);
        for (const [name, id] of shuffled) claimTool(after, name, id);
        after.arrange(known);
        expect({ ...after.snapshot(), revision: 0 }).toEqual({ ...before.snapshot(), revision: 0 });
      }),
    );
  });

  it('is the same for many at once', () => {
    const names = fc.uniqueArray(fc.constantFrom(...NAMES));
    fc.assert(
      fc.property(names, places, (all, known) => {
        const catalog = new ToolCatalog();
        claimTool(catalog, 'zap', 'a');
        catalog.arrange(known);
        const from = { kind: 'extension', id: 'b' } as const;
        const candidates = all.map((name) => ({ tool: makeTool(name), origin: from }));
        const claims = catalog.claimAll(candidates, { kind: 'in-process', tool: makeTool('zap') });
        const lost = catalog
          .snapshot()
          .skipped.flatMap(({ name, origin: by }) =>
            by.kind === 'extension' && by.id === 'b' ? [name] : [],
          );
        expect(all.filter((_, at) => claims[at]?.status === 'skipped').sort()).toEqual(lost.sort());
      }),
    );
  });

  it('never throws, whatever is offered', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), origin, (tool, from) => {
        const catalog = new ToolCatalog();
        const offered = { tool: tool as never, origin: from };
        const claim = catalog.claim(offered, { kind: 'in-process', tool: tool as never });
        expect(claim.status).toBe('refused');
      }),
    );
  });
});
