import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import { defineTool } from '../assembly/define-tool.ts';
import type { Host } from '../assembly/host.ts';
import type { SessionResult } from '../assembly/session-call.ts';
import { CallBatcher } from './call-batcher.ts';

const repeat = defineTool({
  name: 'repeat',
  description: 'Repeats.',
  schema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  execute: ({ count }) => ({ ok: true, value: 'x'.repeat(count) }),
});

let host: Host;
beforeAll(async () => {
  const limits = { resultBudgetChars: 600 };
  host = await createHost({ config: { agents: { main: {} }, limits }, tools: [repeat] });
});
afterAll(() => host.close());

const open = (resultBudgetChars?: number) =>
  new CallBatcher(
    host.agent('main').withoutSession(),
    resultBudgetChars === undefined ? {} : { resultBudgetChars },
  );
const ask = (id: string) => ({ id, name: 'repeat', args: { count: 1_000 } });
const lengthOf = (result: SessionResult) => (result.ok ? result.text.length : -1);

describe('calls that an agent SDK makes one by one', () => {
  it('share one budget if they begin together (E-4)', async () => {
    const batcher = open(800);
    const results = await Promise.all([batcher.run(ask('1')), batcher.run(ask('2'))]);
    expect(results.map(lengthOf)).toEqual([400, 400]);
    expect(results.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('have the budget of the host each time they begin together, if none is given', async () => {
    const batcher = open();
    expect(lengthOf(await batcher.run(ask('1')))).toBe(600);
    expect(lengthOf(await batcher.run(ask('2')))).toBe(600);
  });

  it('have their share of what was announced for a step if they begin one after the other (E-4)', async () => {
    const batcher = open();
    const step = {};
    for (const id of ['1', '2', '3']) batcher.announce(step, id);
    expect(lengthOf(await batcher.run(ask('1'), { step }))).toBe(200);
    const others = [batcher.run(ask('2'), { step }), batcher.run(ask('3'), { step })];
    expect((await Promise.all(others)).map(lengthOf)).toEqual([200, 200]);
  });

  it('end by their own signals and stay within the budget together (E-4)', async () => {
    const batcher = open(800);
    const aborted = batcher.run(ask('1'), { signal: AbortSignal.abort() });
    const other = batcher.run(ask('2'), { signal: new AbortController().signal });
    expect(await aborted).toMatchObject({ status: 'refused', code: 'aborted_before_start' });
    expect(lengthOf(await other)).toBe(400);
  });

  it('are kept apart by their steps', async () => {
    const batcher = open(800);
    const calls = [batcher.run(ask('1'), { step: {} }), batcher.run(ask('2'), { step: {} })];
    expect((await Promise.all(calls)).map(lengthOf)).toEqual([800, 800]);
  });
});
