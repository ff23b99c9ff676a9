import { describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

const SLOW = `export default (api) => {
  api.registerTool({ name: 'slow', description: 's',
    parameters: { type: 'object', properties: { ms: { type: 'number' } } },
    execute: async (_id, { ms }) => {
      await new Promise((done) => setTimeout(done, ms));
      return { content: [{ type: 'text', text: 'done' }] };
    } });
};`;

const open = (): Promise<Host> =>
  createHost({
    config: { agents: { main: {} }, limits: { concurrentCalls: 4 } },
    extensions: [{ id: 'slow', source: SLOW }],
  });

const calls = (count: number, ms: number) =>
  Array.from({ length: count }, (_each, index) => ({ id: `${index}`, name: 'slow', args: { ms } }));

async function begun(host: Host, count: number): Promise<void> {
  while (host.callsRunning < count) await new Promise((resolve) => setImmediate(resolve));
}

describe('a host that is closed while calls run', () => {
  it('lets them end, waiting ones too, and takes no others', async () => {
    const host = await open();
    const session = host.agent('main').session('one');
    await session.definitions();
    const running = session.execute(calls(12, 400));
    await begun(host, 1);
    const closing = host.close();
    const [late] = await session.execute(calls(1, 1));
    expect(late).toMatchObject({ status: 'refused', code: 'host_draining', effects: 'none' });
    expect((await running).map(({ ok }) => ok)).toEqual(Array(12).fill(true));
    await closing;
    expect(host.callsRunning).toBe(0);
  });

  it('stops those that take longer than the drain time, and says which may have run', async () => {
    const host = await open();
    const session = host.agent('main').session('one');
    expect((await session.execute(calls(1, 1)))[0]).toMatchObject({ ok: true });
    const running = session.execute(calls(6, 60_000));
    await begun(host, 1);
    await host.close({ drainMs: 0 });
    const results = await running;
    const codes = results.map((each) => (each.ok ? 'ok' : `${each.code} ${each.effects}`));
    expect(codes.slice(0, 4)).toEqual(Array(4).fill('host_stopped unknown'));
    expect(codes.slice(4)).toEqual(Array(2).fill('host_draining none'));
  });

  it('stops them at once when it is told again with a shorter time', async () => {
    const host = await open();
    const session = host.agent('main').session('one');
    await session.definitions();
    const running = session.execute(calls(1, 60_000));
    await begun(host, 1);
    const closing = host.close({ drainMs: 60_000 });
    await host.close({ drainMs: 0 });
    await closing;
    expect((await running)[0]).toMatchObject({ ok: false });
  });
});
