import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

let host: Host;
beforeAll(async () => {
  host = await createHost({
    config: { agents: { main: {}, dropped: {} } },
    tools: [
      {
        name: 'echo',
        description: 'Echo',
        schema: { type: 'object' },
        execute: async () => ({ ok: true, value: 'here' }),
      },
    ],
  });
});
afterAll(() => host.close());

const CALL = { id: '1', name: 'echo', args: {} };
const throwing = (): never => {
  throw new Error('hostile');
};

describe('SessionHandle.execute (E-2)', () => {
  it.each([
    ['a call whose id throws', [Object.defineProperty({ ...CALL }, 'id', { get: throwing })]],
    [
      'a call whose arguments throw',
      [Object.defineProperty({ ...CALL }, 'args', { get: throwing })],
    ],
    ['a list that throws', new Proxy([CALL], { get: throwing })],
    ['no list', null],
  ])('answers %s instead of rejecting', async (_what, calls) => {
    const results = await host
      .agent('main')
      .session('s')
      .execute(calls as never);
    expect(results.every(({ ok }) => !ok)).toBe(true);
  });

  it.each([
    ['null', null],
    ['a signal that is none', { signal: {} }],
    ['progress that is no function', { onProgress: 7 }],
  ])('takes %s for no options', async (_what, options) => {
    const results = await host
      .agent('main')
      .session('s')
      .execute([CALL], options as never);
    expect(results).toMatchObject([{ ok: true, text: 'here' }]);
  });
});

describe('SessionHandle', () => {
  it('refuses an unknown format, inherited names too', async () => {
    const session = host.agent('main').session('s');
    await expect(session.definitions({ format: 'constructor' as never })).rejects.toThrow(/format/);
  });

  it('runs nothing more for an agent that is gone once its next request was refused', async () => {
    const session = host.agent('dropped').session('s');
    await session.definitions();
    await host.reload({ agents: { main: {} } });
    await expect(session.beginRequest()).rejects.toThrow(/dropped/);
    expect(await session.execute([CALL])).toMatchObject([{ code: 'not_available' }]);
  });
});
