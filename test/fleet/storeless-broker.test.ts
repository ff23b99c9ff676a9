import { connectBroker } from '@mortise/runner-nats';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { openFleetHost, summary } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { FLEET, openNode } from './open-fleet.ts';

describeWithBroker('a broker without JetStream (C-2)', () => {
  let stack: AsyncDisposableStack;
  beforeEach(() => {
    stack = new AsyncDisposableStack();
  });
  afterEach(() => stack.disposeAsync());

  it('is told as what it is, and no more once it has it', async () => {
    const broker = stack.use(await NatsBroker.start());
    await broker.kill();
    broker.hasStore = false;
    await broker.start();
    const host = stack.use(await openFleetHost(broker, { times: { beatMs: 100 } }));
    const node = await openNode(broker.url, 'one');
    stack.defer(() => node.close({ drainMs: 0 }));
    await host.nodesServing(1);
    const forbidden = () => host.sandbox.status().fleet?.forbidden.toSorted();
    await expect
      .poll(forbidden)
      .toMatchObject([
        expect.stringContaining('the bucket mortise-test-bundles ('),
        expect.stringContaining('the bucket mortise-test-from-one ('),
        expect.stringContaining('the bucket mortise-test-to-one ('),
      ]);
    await broker.kill();
    broker.hasStore = true;
    await broker.start();
    await expect.poll(forbidden, { timeout: 20_000 }).toEqual([]);
    await host.nodesServing(1);
    expect(summary(await host.run('echo', { text: 'kept' }))).toBe('kept');
  });

  it('that has lost what it kept is given it again, code and large values', async () => {
    const broker = stack.use(await NatsBroker.start());
    const host = stack.use(await openFleetHost(broker, { times: { beatMs: 100 } }));
    const openOne = async () => {
      const node = await openNode(broker.url, 'one');
      stack.defer(() => node.close({ drainMs: 0 }));
      return node;
    };
    const text = 'é'.repeat(400_000);
    const first = await openOne();
    await host.nodesServing(1);
    expect(summary(await host.run('size', { text }))).toBe('400000');
    await broker.loseStore();
    expect(summary(await host.run('size', { text }))).toBe('400000');
    expect(summary(await host.run('large', { chars: 400_000 }))).toHaveLength(400_000);
    await first.close({ drainMs: 0 });
    await openOne();
    await host.nodesServing(1);
    expect(summary(await host.run('echo', { text: 'kept' }))).toBe('kept');
  });

  it('that has kept code for as long as it may is given it again when a node comes', async () => {
    const broker = stack.use(await NatsBroker.start());
    const host = stack.use(await openFleetHost(broker, { times: { beatMs: 100 } }));
    const openOne = async () => {
      const node = await openNode(broker.url, 'one');
      stack.defer(() => node.close({ drainMs: 0 }));
      return node;
    };
    const first = await openOne();
    await host.nodesServing(1);
    expect(summary(await host.run('echo', { text: 'kept' }))).toBe('kept');
    await first.close({ drainMs: 0 });
    await expireCode(broker.url);
    await openOne();
    await host.nodesServing(1);
    expect(summary(await host.run('echo', { text: 'stored again' }))).toBe('stored again');
  });
});

/** As the broker does with what is a week old. */
async function expireCode(url: string): Promise<void> {
  const connection = await connectBroker({ url, inbox: '_INBOX_test', clientName: 'test' });
  try {
    const manager = await jetstreamManager(connection);
    const { purged } = await manager.streams.purge(`OBJ_mortise-${FLEET}-bundles`);
    expect(purged).toBeGreaterThan(0);
  } finally {
    await connection.close();
  }
}
