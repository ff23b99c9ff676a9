import {
  type BrokerStatus,
  BrokerWatch,
  connectBroker,
  createFleetAccess,
  inboxOf,
} from '@mortise/runner-nats';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';

const FLEET = { fleet: 'f', nats: '', runners: ['one'] };

describeWithBroker(
  'a side whose key is taken out of the broker while it is connected (C-2)',
  () => {
    const access = createFleetAccess(FLEET);
    let stack: AsyncDisposableStack;
    let broker: NatsBroker;
    beforeEach(async () => {
      stack = new AsyncDisposableStack();
      broker = stack.use(await NatsBroker.start(access.authorization));
    });
    afterEach(() => stack.disposeAsync());

    it('is told that once, until the broker is gone or lets it in', async () => {
      const told: BrokerStatus['state'][] = [];
      const watch = new BrokerWatch(({ state }) => told.push(state));
      const { seed } = access.host;
      const inbox = inboxOf(access.host);
      const connection = await connectBroker({ url: broker.url, seed, inbox, clientName: 'host' });
      stack.defer(() => connection.close());
      void watch.follow(connection);
      const restart = async (authorization: string) => {
        await broker.kill();
        broker.authorization = authorization;
        await broker.start();
      };
      await restart(createFleetAccess(FLEET).authorization);
      await expect.poll(() => watch.status.state, { timeout: 10_000 }).toBe('refused');
      await tries(connection, 3);
      expect(told).toEqual(['connected', 'lost', 'refused']);
      expect(watch.status.reason).toMatch(/authorization/i);
      await broker.kill();
      await expect.poll(() => watch.status.state, { timeout: 10_000 }).toBe('lost');
      await restart(access.authorization);
      await expect.poll(() => watch.status.state, { timeout: 10_000 }).toBe('connected');
      expect(told).toEqual(['connected', 'lost', 'refused', 'lost', 'connected']);
    });
  },
);

/** So many that fail. */
async function tries(connection: NatsConnection, count: number): Promise<void> {
  let seen = 0;
  for await (const { type } of connection.status()) {
    if (type === 'reconnecting') seen += 1;
    if (seen > count) return;
  }
}
