import { connectBroker } from '@mortise/runner-nats';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { openFleetHost, summary } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { FLEET, openNode } from './open-fleet.ts';

const END = '\x1e';
const BODY = JSON.stringify({
  ...{ callId: 'c', toolName: 'echo', mode: 'run', args: {} },
  caller: { agentId: 'a', sessionKey: 's', workerScope: 'shared', turnCount: 1 },
});

describeWithBroker(
  'a node whose first host dies before it has said what its call is of (C-3)',
  () => {
    let stack: AsyncDisposableStack;
    beforeEach(() => {
      stack = new AsyncDisposableStack();
    });
    afterEach(() => stack.disposeAsync());

    it('asks the host of the next call', async () => {
      const broker = stack.use(await NatsBroker.start());
      const spy = await connectBroker({ url: broker.url, inbox: '_INBOX_spy', clientName: 'spy' });
      stack.defer(() => spy.close());
      const keys: string[] = [];
      spy.subscribe(`mortise.${FLEET}.node.*.*.*`, {
        callback: (_error, message) => {
          const call = message
            .string()
            .split(END)
            .find((frame) => frame.startsWith('call\t'));
          const key = call?.split('\t').find((field) => /^[0-9a-f]{64}$/.test(field));
          if (key !== undefined) keys.push(key);
        },
      });
      const host = stack.use(await openFleetHost(broker));
      const one = await openNode(broker.url, 'one');
      await host.nodesServing(1);
      expect(summary(await host.run('echo', { text: 'known' }))).toBe('known');
      const [key = ''] = keys;
      await one.close({ drainMs: 0 });
      await host.nodesServing(0);
      const two = await openNode(broker.url, 'two');
      stack.defer(() => two.close({ drainMs: 0 }));
      await host.nodesServing(1);
      // A host has a call of the same extension run, and is never heard again.
      const needs: string[] = [];
      spy.subscribe(`mortise.${FLEET}.host.dead.*.*`, {
        callback: (_error, message) => void needs.push(message.string()),
      });
      const frames = [
        ['call', 1, key, 5_000, BODY],
        ['go', 1],
      ];
      const text = frames.map((fields) => fields.join('\t') + END).join('');
      spy.publish(`mortise.${FLEET}.node.two.${two.address.instance}.dead`, text);
      await expect.poll(() => needs.join('')).toContain(`need\t${key}`);
      expect(summary(await host.run('echo', { text: 'told' }))).toBe('told');
    });
  },
);
