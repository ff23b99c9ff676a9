import { setTimeout as pause } from 'node:timers/promises';
import { connectBroker, type RunnerNode } from '@mortise/runner-nats';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';
import { FLEET, openNode } from './open-fleet.ts';

const HOST = 'puppet-host';
const KEY = 'a'.repeat(64);
const BODY = JSON.stringify({ callId: 'c', toolName: 't', mode: 'run', args: {}, caller: {} });
/** What a node has claimed is worth nothing after that. */
const CLAIM_MS = 5_000;

describeWithBroker('a runner node that is told to run what it claimed ahead (C-3)', () => {
  let broker: NatsBroker;
  let node: RunnerNode;
  let connection: NatsConnection;
  const heard: string[] = [];
  beforeEach(async () => {
    heard.length = 0;
    broker = await NatsBroker.start();
    connection = await connectBroker({ url: broker.url, inbox: '_INBOX_host', clientName: 'host' });
    connection.subscribe(`mortise.${FLEET}.host.${HOST}.*.*`, {
      callback: (_error, message) => void heard.push(...message.string().split('\x1e')),
    });
    node = await openNode(broker.url, 'one');
    await connection.flush();
  });
  afterEach(async () => {
    await node.close({ drainMs: 0 });
    await connection.close();
    await broker[Symbol.asyncDispose]();
  });

  const say = (...frames: readonly (readonly (string | number)[])[]) => {
    const { name, instance } = node.address;
    const text = frames.map((fields) => `${fields.join('\t')}\x1e`).join('');
    connection.publish(`mortise.${FLEET}.node.${name}.${instance}.${HOST}`, text);
  };
  const now = () => Math.floor(performance.now());

  it('does not run it if that was long ago: it may have been frozen, and its host has given it up', async () => {
    // The clock of this process has to have room for what was long ago.
    await pause(Math.max(0, CLAIM_MS + 100 - performance.now()));
    say(['batch', 1], ['run', 1, 0, KEY, 1_000, BODY]);
    await expect.poll(() => heard).toContain('pass\t1');
    expect(node.callsInFlight).toBe(0);
    say(['batch', 2], ['run', 2, now(), KEY, 1_000, BODY]);
    await expect.poll(() => node.callsInFlight).toBe(1);
    expect(heard).not.toContain('pass\t2');
  });

  it('does not say that it has heard what stands behind the question for it', async () => {
    say(['batch', 1], ['watch', 1], ['run', 1, now(), KEY, 1_000, BODY]);
    await expect.poll(() => heard).toContain('holding\t0\t{"running":[],"claimed":[]}');
    say(['batch', 2], ['watch', 1]);
    await expect.poll(() => heard).toContain('holding\t1\t{"running":[1],"claimed":[]}');
  });

  it('says that it does not, while it leaves: its host had not heard of that yet', async () => {
    const isLeaving = Promise.withResolvers<void>();
    connection.subscribe(`mortise.${FLEET}.beat.one.*`, {
      callback: (_error, message) => {
        const [, , , , isDraining] = message.string().split('\t');
        if (isDraining === '1') isLeaving.resolve();
      },
    });
    say(['batch', 1], ['watch', 0]);
    await expect.poll(() => heard).toContain('holding\t0\t{"running":[],"claimed":[]}');
    const closed = node.close({ drainMs: 5_000 });
    await isLeaving.promise;
    await pause(50);
    say(['batch', 2], ['run', 1, now(), KEY, 1_000, BODY], ['call', 2, KEY, 1_000, BODY]);
    await closed;
    expect(heard).toEqual(expect.arrayContaining(['pass\t1', 'pass\t2']));
  });
});
