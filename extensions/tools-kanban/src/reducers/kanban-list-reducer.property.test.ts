import type { ReducedResult } from '@mortise/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kanbanListReducer } from './kanban-list-reducer.ts';

const anyTicket = fc.record({
  id: fc.oneof(fc.nat(), fc.string()),
  title: fc.string({ unit: 'grapheme' }),
  status: fc.oneof(fc.constantFrom('todo', 'done'), fc.string({ unit: 'binary' })),
});
const anyOutput = fc.oneof(
  fc.string({ unit: 'binary', size: 'large' }),
  fc.json(),
  fc.array(anyTicket, { maxLength: 40 }).map((tickets) => JSON.stringify(tickets)),
  fc
    .record({ tickets: fc.array(anyTicket, { maxLength: 40 }), total: fc.jsonValue() })
    .map((list) => JSON.stringify(list)),
);

describe('E-11: the kanban_list reducer on arbitrary output', () => {
  it('never throws, never grows the text, never splits a surrogate pair, always answers the same', () => {
    fc.assert(
      fc.property(anyOutput, fc.anything(), (value, args) => {
        const [text, again] = [reducedText(value, args), reducedText(value, args)];
        expect(text.length).toBeLessThanOrEqual(value.length);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Buffer.byteLength(value));
        if (value.isWellFormed()) expect(text.isWellFormed()).toBe(true);
        expect(again).toBe(text);
      }),
    );
  });

  it('never changes a failure', () => {
    fc.assert(
      fc.property(anyOutput, fc.anything(), (error, args) => {
        const failure: ReducedResult = { ok: false, error, code: 'execution_failed' };
        expect(kanbanListReducer.reduce(failure, { args, turnCount: 1 })).toBe(failure);
      }),
    );
  });
});

function reducedText(value: string, args: unknown): string {
  const reduced = kanbanListReducer.reduce({ ok: true, value }, { args, turnCount: 1 });
  if (!reduced.ok) throw new Error('a success became a failure');
  return reduced.value;
}
