import type { ToolOrigin } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTool } from '../testing/core-fixtures.ts';
import { ToolCatalog } from './tool-catalog.ts';

const NAMES = ['read', 'Read', 'zap', 'ZAP', 'notes', 'exec'];

const origin: fc.Arbitrary<ToolOrigin> = fc.oneof(
  fc.constant({ kind: 'core' } as const),
  fc.record({
    kind: fc.constant('extension' as const),
    id: fc.constantFrom('a', 'b', 'zap', 'READ', 'bash'),
    order: fc.integer({ min: 0, max: 2 }),
  }),
);

describe('the answer to a claim (F-2)', () => {
  it('is what the snapshot then says, whatever was registered before', () => {
    const claims = fc.array(fc.tuple(fc.constantFrom(...NAMES), origin, fc.boolean()), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(claims, (all) => {
        const catalog = new ToolCatalog();
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
