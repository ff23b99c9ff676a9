import type { ToolOutcome, ToolResult, ToolResultReducer } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DefaultToolResultReducerRegistry } from '../reducers/default-tool-result-reducer-registry.ts';
import { DefaultToolRegistry } from '../seed-registry/default-tool-registry.ts';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';
import { textOfOutcome, withText } from './outcome-text.ts';
import { reduceOutcome } from './reduce-outcome.ts';

const CONTEXT = { args: { path: 'a' }, turnCount: 3 };
const okWith = (text: string): ToolOutcome => ({
  status: 'ok',
  content: [{ type: 'text', text }],
  structured: { a: 1 },
  costUsd: 0.1,
});
const ok = okWith('original');
const failed: ToolOutcome = {
  status: 'failed',
  code: 'timeout',
  message: 'too slow',
  effects: 'unknown',
};
const reducer = (reduce: (result: ToolResult) => unknown): ToolResultReducer => ({
  toolName: 't',
  reduce: reduce as ToolResultReducer['reduce'],
});

describe('a reducer (E-11)', () => {
  it('shortens a result; structured and cost survive even if it drops them', () => {
    const reduced = reduceOutcome(
      ok,
      reducer(() => ({ ok: true, value: 'short' })),
      CONTEXT,
    );
    expect(reduced).toEqual({ ...okWith('short'), reduction: { state: 'applied', rawChars: 8 } });
  });

  it('gets the arguments and the turn', () => {
    const seen: unknown[] = [];
    const spy: ToolResultReducer = {
      toolName: 't',
      reduce: (result, context) => {
        seen.push(context);
        return result;
      },
    };
    reduceOutcome(ok, spy, CONTEXT);
    expect(seen).toEqual([{ args: { path: 'a' }, turnCount: 3 }]);
  });

  it.each([
    {
      when: 'it throws',
      reduce: () => {
        throw new Error('bug');
      },
      then: 'failed',
    },
    { when: 'it returns undefined', reduce: () => undefined, then: 'rejected' },
    {
      when: 'it returns a promise',
      reduce: async () => ({ ok: true, value: '' }),
      then: 'rejected',
    },
    {
      when: 'it returns a rejecting promise',
      reduce: async () => {
        throw new Error('bug');
      },
      then: 'rejected',
    },
    { when: 'it returns a string', reduce: () => 'short', then: 'rejected' },
    {
      when: 'it grows the text',
      reduce: () => ({ ok: true, value: 'original+1' }),
      then: 'rejected',
    },
    {
      when: 'it turns success into failure',
      reduce: () => ({ ok: false, error: 'x', code: 'timeout' }),
      then: 'rejected',
    },
    {
      when: 'its answer has a getter that throws',
      reduce: () => ({
        get ok() {
          throw new Error('bug');
        },
      }),
      then: 'failed',
    },
  ])('leaves the result as it was when $when', ({ reduce, then }) => {
    expect(reduceOutcome(ok, reducer(reduce), CONTEXT)).toMatchObject({
      ...ok,
      reduction: { state: then, rawChars: 8 },
    });
  });

  it('never turns a failure into a success', () => {
    const reduced = reduceOutcome(
      failed,
      reducer(() => ({ ok: true, value: 'all is well' })),
      CONTEXT,
    );
    expect(reduced).toMatchObject({ ...failed, reduction: { state: 'rejected' } });
  });

  it('may shorten the words of a failure but not change its code', () => {
    const reduced = reduceOutcome(
      failed,
      reducer(() => ({ ok: false, error: 'slow', code: 'aborted' })),
      CONTEXT,
    );
    const reduction = { state: 'applied', rawChars: 8 };
    expect(reduced).toEqual({ ...failed, message: 'slow', reduction });
  });

  it('can never grow, flip or strip anything', () => {
    const text = fc.string({ maxLength: 40 });
    const outcome = fc.oneof(
      fc.record({
        status: fc.constant('ok' as const),
        content: fc.tuple(text).map(([only]) => [{ type: 'text' as const, text: only }]),
        structured: fc.jsonValue(),
        costUsd: fc.double({ min: 0, noNaN: true }),
      }),
      fc.record({
        status: fc.constant('failed' as const),
        code: fc.constant('timeout' as const),
        message: text,
        effects: fc.constant('unknown' as const),
      }),
    );
    const answer = fc.oneof(
      fc.anything(),
      fc.record({
        ok: fc.boolean(),
        value: text,
        error: text,
        structured: fc.anything(),
        cost_usd: fc.anything(),
      }),
    );
    fc.assert(
      fc.property(outcome, answer, (before, given) => {
        const after = reduceOutcome(
          before as ToolOutcome,
          reducer(() => given),
          CONTEXT,
        );
        const restOf = ({ reduction: _reduction, ...outcome }: ToolOutcome) =>
          withText(outcome, '');
        expect(restOf(after)).toEqual(restOf(before as ToolOutcome));
        const { length } = textOfOutcome(before as ToolOutcome);
        expect(textOfOutcome(after).length).toBeLessThanOrEqual(length);
      }),
    );
  });
});

describe('reducers in the pipeline (E-3, E-11)', () => {
  it('run after the tool and before the trim, and their faults are counted and logged', async () => {
    const warnings: object[] = [];
    const logger = {
      debug() {},
      info() {},
      error() {},
      warn: (details: object) => warnings.push(details),
    };
    const reducers = new DefaultToolResultReducerRegistry();
    const registry = new DefaultToolRegistry({}, reducers, { logger });
    registry.register(
      makeTool('long', { execute: async () => ({ ok: true, value: 'x'.repeat(500) }) }),
    );
    const dispose = reducers.register({
      toolName: 'long',
      reduce: () => ({ ok: true, value: 'y'.repeat(200) }),
    });
    const run = async () => {
      const calls = [{ toolCallId: '1', name: 'long', args: {} }];
      const [done] = await registry.executeParallel(calls, makeContext({ resultBudgetChars: 100 }));
      return done?.result.ok ? done.result.value : '';
    };
    expect(await run()).toMatch(/^y+\n\[truncated — 200 chars total\]$/);
    dispose();
    reducers.register({
      toolName: 'long',
      reduce: () => {
        throw new Error('bug');
      },
    });
    expect(await run()).toMatch(/^x+\n\[truncated — 500 chars total\]$/);
    expect(registry.tally().reducerFaults).toEqual(new Map([['long', 1]]));
    expect(warnings).toEqual([{ code: 'reducer_failed', tool: 'long', reason: 'Error: bug' }]);
  });
});

describe('the reducer registry (E-11)', () => {
  const echo: ToolResultReducer = { toolName: 'echo', reduce: (result) => result };

  it('finds by exact name and refuses a second reducer for one tool', () => {
    const reducers = new DefaultToolResultReducerRegistry();
    reducers.register(echo);
    expect(reducers.get('echo')).toBe(echo);
    expect(reducers.get('Echo')).toBeUndefined();
    expect(reducers.get('constructor')).toBeUndefined();
    expect(() => reducers.register({ ...echo })).toThrow(
      "Reducer already registered for tool 'echo'",
    );
  });

  it('disposes by identity, once, and not what came after', () => {
    const reducers = new DefaultToolResultReducerRegistry();
    const dispose = reducers.register(echo);
    dispose();
    const second = { ...echo };
    reducers.register(second);
    dispose();
    expect(reducers.get('echo')).toBe(second);
  });

  it('disposes only its own registration when the same reducer is registered again', () => {
    const reducers = new DefaultToolResultReducerRegistry();
    const first = reducers.register(echo);
    first();
    reducers.register(echo);
    first();
    expect(reducers.get('echo')).toBe(echo);
  });
});
