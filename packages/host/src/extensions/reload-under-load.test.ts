import { describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';

/** Answers with its version twice, once before and once after a pause in which it may be replaced. */
const source = (version: string) => `export default (api) => {
  const version = ${JSON.stringify(version)};
  api.registerTool({
    name: 'version', description: 'Which code answers', parameters: { type: 'object' },
    async execute(id, params, ctx) {
      const before = version;
      await ctx.sleep(15);
      return { content: [{ type: 'text', text: before + ' ' + version }] };
    },
  });
};`;

const CALLS_PER_SECOND = 50;
const RELOADS = 10;

describe('reloading an extension under load', () => {
  it('loses no call, and none is answered by a mixture', async () => {
    await using host = await createHost({
      config: { agents: { main: {} } },
      extensions: [{ id: 'versioned', source: source('v0') }],
    });
    const calls: Promise<
      readonly { readonly ok: boolean; readonly text?: string; readonly code?: string }[]
    >[] = [];
    const caller = setInterval(() => {
      const session = host.agent('main').session('s');
      calls.push(session.execute([{ id: `${calls.length}`, name: 'version', args: {} }]));
    }, 1_000 / CALLS_PER_SECOND);
    for (let round = 1; round <= RELOADS; round += 1) {
      await host.extensions.reload({ id: 'versioned', source: source(`v${round}`) });
      await new Promise((next) => setTimeout(next, 100));
    }
    clearInterval(caller);
    const results = (await Promise.all(calls)).flat();
    expect(results).toHaveLength(calls.length);
    expect(results.filter(({ ok }) => !ok).map(({ code }) => code)).toEqual([]);
    for (const { text = '' } of results) expect(text).toMatch(/^(v\d+) \1$/);
    expect(new Set(results.map(({ text }) => text)).size).toBeGreaterThan(RELOADS / 2);
  }, 60_000);

  it('lets a request go on with a tool that is the same, and not with one that changed', async () => {
    await using host = await createHost({
      config: { agents: { main: {} } },
      extensions: [{ id: 'versioned', source: source('v0') }],
    });
    const session = host.agent('main').session('s');
    await session.definitions();
    await host.extensions.reload({ id: 'versioned', source: source('v1') });
    expect(await session.execute([{ id: '1', name: 'version', args: {} }])).toMatchObject([
      { text: 'v1 v1' },
    ]);
    const changed = source('v2').replace('Which code answers', 'Something else now');
    await host.extensions.reload({ id: 'versioned', source: changed });
    expect(await session.execute([{ id: '2', name: 'version', args: {} }])).toMatchObject([
      { status: 'refused' },
    ]);
    await session.beginRequest();
    expect(await session.execute([{ id: '3', name: 'version', args: {} }])).toMatchObject([
      { text: 'v2 v2' },
    ]);
  }, 30_000);
});
