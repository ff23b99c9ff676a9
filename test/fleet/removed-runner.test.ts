import { SILENT_LOGGER } from '@mortise/core';
import {
  connectBroker,
  createFleetAccess,
  extendFleetAccess,
  type FleetCredentials,
  inboxOf,
  NatsSandbox,
  RunnerNode,
} from '@mortise/runner-nats';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';
import { newName } from './open-fleet.ts';

describeWithBroker('a fleet that a runner is taken out of while it runs (C-2)', () => {
  let stack: AsyncDisposableStack;
  beforeEach(() => {
    stack = new AsyncDisposableStack();
  });
  afterEach(() => stack.disposeAsync());

  it('is well once the runner is gone, with what its host may no more', async () => {
    const access = createFleetAccess({ fleet: 'f', nats: '', runners: ['one', 'two'] });
    const broker = stack.use(await NatsBroker.start(access.authorization));
    const connectAs = (side: FleetCredentials) => {
      const { seed, name: clientName } = side;
      return connectBroker({ url: broker.url, seed, inbox: inboxOf(side), clientName });
    };
    for (const side of access.runners) {
      const node = new RunnerNode({
        ...{ connection: await connectAs(side), fleet: 'f', name: side.name, newId: newName },
        ...{ logger: SILENT_LOGGER, now: Date.now },
      });
      stack.defer(() => node.close({ drainMs: 0 }));
    }
    const sandbox = stack.use(
      new NatsSandbox(
        { logger: SILENT_LOGGER, now: Date.now },
        {
          ...{ fleet: 'f', newId: newName, connect: () => connectAs(access.host) },
          times: { beatMs: 100, silentMs: 2_500 },
        },
      ),
    );
    const serving = () => sandbox.nodes().map(({ name, state }) => `${name} ${state}`);
    await expect.poll(serving).toEqual(['one serving', 'two serving']);
    await broker.kill();
    broker.authorization = extendFleetAccess(access.host, access.runners.slice(0, 1)).authorization;
    await broker.start();
    const forbidden = () => sandbox.status().fleet?.forbidden.join('; ');
    await expect.poll(forbidden, { timeout: 5_000 }).toContain('mortise-f-to-two');
    await expect.poll(serving, { timeout: 10_000 }).toEqual(['one serving']);
    await expect.poll(forbidden, { timeout: 5_000 }).toBe('');
  });
});
