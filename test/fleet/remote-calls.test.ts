import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { type FleetHost, openFleetHost, summary } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { openNode } from './open-fleet.ts';

describeWithBroker('calls on runner nodes (C-2)', () => {
  let broker: NatsBroker;
  let host: FleetHost;
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    broker = await NatsBroker.start();
    for (const name of ['one', 'two']) {
      const node = await openNode(broker.url, name);
      closers.push(() => node.close({ drainMs: 0 }));
    }
    host = await openFleetHost(broker);
    await host.nodesServing(2);
  });
  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    for (const close of closers) await close();
    await broker[Symbol.asyncDispose]();
  });

  it('uses capabilities in the host that owns the call, in the name that the host knows (S-6)', async () => {
    expect(summary(await host.run('secret', {}, { callId: 'asks' }))).toBe('of p');
    expect(host.entries).toMatchObject([
      { kind: 'capability', decision: 'allowed', action: 'storage.get', callId: 'asks' },
    ]);
    expect(host.entries[0]).toMatchObject({ principalId: 'p', extensionId: 'fleet' });
  });

  it.each([
    { tool: 'size', args: { text: 'é'.repeat(2_000_000) }, then: '2000000' },
    { tool: 'large', args: { chars: 1_500_000 }, then: 'é'.repeat(1_500_000) },
  ])('takes what is too large for a message through the object store: $tool', async (each) => {
    const outcome = await host.run(each.tool, each.args);
    expect(summary(outcome) === each.then).toBe(true);
  });

  it.each([
    { what: 'is overtaken by a small one', isAwaited: true },
    { what: 'comes after the answer', isAwaited: false },
  ])('takes no offence at a large question to the host that $what', async ({ isAwaited }) => {
    // More than a node may have of frames that fit no call.
    for (let round = 0; round < 20; round += 1)
      expect(summary(await host.run('asks_large_then_small', { isAwaited }))).toBe('asked');
    // The next goes over the same ways, after whatever was late.
    expect(summary(await host.run('asks_large_then_small', { isAwaited: true }))).toBe('asked');
    expect(host.events.filter(({ type }) => type === 'frame_refused')).toEqual([]);
  });

  it('writes what a guest logs to the log of its host, with the call and the node', async () => {
    expect(summary(await host.run('logs', {}, { callId: 'logging' }))).toBe('logged');
    const line = host.lines.find(({ message }) => message === 'a line of the guest');
    expect(line?.details).toMatchObject({
      extensionId: 'fleet',
      callId: 'logging',
      toolName: 'logs',
    });
  });

  it('spreads calls over the nodes', async () => {
    const calls = Array.from({ length: 8 }, () => host.run('marked_wait', { ms: 300 }));
    await expect
      .poll(() => host.sandbox.nodes().map(({ callsInFlight }) => callsInFlight))
      .toEqual([4, 4]);
    expect((await Promise.all(calls)).map(summary)).toEqual(calls.map(() => 'waited'));
  });

  it('runs new code of an extension as soon as it is loaded again, and the old to its end', async () => {
    const source = (word: string) =>
      `export default (api) => api.registerTool({ name: 'word', description: 'd', parameters: { type: 'object' }, execute: async (id, { ms }, ctx) => { await ctx.sleep(ms); return { content: [{ type: 'text', text: '${word}' }] }; } });`;
    await host.sandbox.load({ id: 'words', source: source('old') });
    const word = (ms: number) => host.run('word', { ms }, { extensionId: 'words' }).then(summary);
    expect(await word(0)).toBe('old');
    const running = Array.from({ length: 4 }, () => word(400));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await host.sandbox.reload({ id: 'words', source: source('new') });
    expect(await word(0)).toBe('new');
    expect(await Promise.all(running)).toEqual(running.map(() => 'old'));
    await host.sandbox.unload('words');
    expect(await word(0)).toBe('extension_unavailable');
  });

  it('refuses a call that no node takes, with no effects', async () => {
    await using lonely = await NatsBroker.start();
    await using other = await openFleetHost(lonely);
    const outcome = await other.run('marked', {}, { timeoutMs: 10 });
    expect(outcome).toMatchObject({ status: 'refused', code: 'extension_unavailable' });
    expect(other.marks).toEqual([]);
  });
});
