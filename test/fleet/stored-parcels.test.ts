import { connectBroker } from '@mortise/runner-nats';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { type FleetHost, openFleetHost, summary } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { FLEET, openNode } from './open-fleet.ts';

describeWithBroker('what calls leave in the object store of a broker (C-2)', () => {
  const stack = new AsyncDisposableStack();
  let broker: NatsBroker;
  let host: FleetHost;
  beforeAll(async () => {
    broker = stack.use(await NatsBroker.start());
    const node = await openNode(broker.url, 'one');
    stack.defer(() => node.close({ drainMs: 0 }));
    const brokers = { storage: { get: () => 'x'.repeat(1_000_000) } };
    host = stack.use(await openFleetHost(broker, { brokers }));
    await host.nodesServing(1);
  });
  afterAll(() => stack.disposeAsync());

  /** As large as all messages in a bucket are. */
  async function bytesIn(bucket: string): Promise<number> {
    const address = { url: broker.url, inbox: '_INBOX_test', clientName: 'test' };
    const connection = await connectBroker(address);
    try {
      const manager = await jetstreamManager(connection);
      return (await manager.streams.info(`OBJ_mortise-${FLEET}-${bucket}`)).state.bytes;
    } finally {
      await connection.close();
    }
  }

  it.each([
    { what: 'arguments', tool: 'size', args: { text: 'x'.repeat(1_000_000) }, then: 1_000_000 },
    { what: 'answers of the host', tool: 'secret', args: {}, then: 'x'.repeat(1_000_000) },
    { what: 'results', tool: 'large', args: { chars: 400_000 }, then: 'é'.repeat(400_000) },
  ])('is nothing of large $what once the calls have ended', async ({ tool, args, then }) => {
    for (let round = 0; round < 3; round += 1)
      expect(summary(await host.run(tool, args)) === String(then)).toBe(true);
    await expect.poll(() => bytesIn('to-one')).toBeLessThan(20_000);
    await expect.poll(() => bytesIn('from-one')).toBeLessThan(20_000);
  });

  it('is nothing of a call whose caller gave up', async () => {
    const args = { text: 'x'.repeat(1_000_000) };
    const outcomes = Array.from({ length: 5 }, (_, at) =>
      host.run('size', args, { signal: AbortSignal.timeout(at) }),
    );
    for (const outcome of outcomes) expect((await outcome).status).toMatch(/ok|refused|failed/);
    await expect.poll(() => bytesIn('to-one')).toBeLessThan(20_000);
  });

  it('is what an extension of a large configuration needs, too', async () => {
    const source = `export default (api) => api.registerTool({
      name: 'configured', description: 'd', parameters: { type: 'object' },
      execute: () => ({ content: [{ type: 'text', text: String(api.config.text.length) }] }),
    });`;
    const config = { text: 'x'.repeat(600_000) };
    const loaded = await host.sandbox.load({ id: 'configured', source, config });
    expect(loaded.status).toBe('loaded');
    const outcome = await host.run('configured', {}, { extensionId: 'configured' });
    expect(summary(outcome)).toBe('600000');
  });
});
