import { SILENT_LOGGER } from '@mortise/core';
import { connectBroker, NatsSandbox } from '@mortise/runner-nats';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { MortiseProcess } from './mortise-process.ts';
import { NatsBroker } from './nats-broker.ts';
import { FLEET, newName } from './open-fleet.ts';

describeWithBroker('a side of a fleet that ends while its broker is away (C-2, C-3)', () => {
  let stack: AsyncDisposableStack;
  let broker: NatsBroker;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    broker = stack.use(await NatsBroker.start());
  });
  afterEach(() => stack.disposeAsync());

  it('ends in order if it is a runner', async () => {
    const args = ['runner', '--nats', broker.url, '--name', 'one', '--fleet', 'test'];
    const runner = stack.use(MortiseProcess.start(args, { cwd: import.meta.dirname }));
    await runner.said(/serves {2}every host/);
    await broker.kill();
    await runner.said(/the connection broke/);
    runner.signal('SIGTERM');
    const exit = await runner.ended();
    expect(runner.output).toMatch(/stopped\s*$/);
    expect(runner.output).not.toContain('bug of Mortise');
    expect(exit).toBe(0);
  });

  it('keeps no process if it is a host', async () => {
    const { url } = broker;
    const connections: NatsConnection[] = [];
    const connect = async () => {
      const made = await connectBroker({ url, inbox: '_INBOX_host', clientName: 'host' });
      connections.push(made);
      return made;
    };
    const sandbox = new NatsSandbox(
      { logger: SILENT_LOGGER, now: Date.now },
      { fleet: FLEET, newId: newName, connect },
    );
    await expect.poll(() => sandbox.status().fleet?.broker).toBe('connected');
    await broker.kill();
    await expect.poll(() => sandbox.status().fleet?.broker).toBe('lost');
    await sandbox.close({ drainMs: 0 });
    expect(connections.map((each) => each.isClosed())).toEqual([true]);
  });
});
