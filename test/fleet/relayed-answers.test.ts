import { SILENT_LOGGER } from '@mortise/core';
import {
  connectBroker,
  createFleetAccess,
  inboxOf,
  NatsSandbox,
  RunnerNode,
} from '@mortise/runner-nats';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';
import { FLEET, newName } from './open-fleet.ts';

const PART_BYTES = 128 * 1024;
const BEAT = 'beat\t2\t1000\t0\t0\ton\t4711\x1e';
const CODE =
  "export default (api) => api.registerTool({ name: 'here', description: 'd', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'here' }] }) });\n//";
/** The second of its parts in the object store is what a node says of itself. */
const SOURCE = `${CODE.padEnd(PART_BYTES, ' ')}${BEAT}`;

describeWithBroker('answers of the broker that a hostile runner sends to others (C-2)', () => {
  const access = createFleetAccess({ fleet: FLEET, nats: '', runners: ['one', 'two'] });
  let stack: AsyncDisposableStack;
  let one: NatsConnection;
  let sandbox: NatsSandbox;
  let node: RunnerNode;
  let instance = '';
  let hostId = '';

  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    const broker = stack.use(await NatsBroker.start(access.authorization));
    const addressOf = (name: string) => {
      const side = [access.host, ...access.runners].find((each) => each.name === name);
      const inbox = inboxOf({ fleet: FLEET, name });
      return { url: broker.url, seed: side?.seed ?? '', inbox, clientName: name };
    };
    one = await connectBroker(addressOf('one'));
    stack.defer(() => one.close());
    one.subscribe(`mortise.${FLEET}.hello.*`, {
      callback: (_error, { subject }) => {
        hostId = subject.split('.').at(-1) ?? '';
      },
    });
    await one.flush();
    node = new RunnerNode({
      ...{ connection: await connectBroker(addressOf('two')), fleet: FLEET, name: 'two' },
      ...{ newId: newName, logger: SILENT_LOGGER, now: Date.now },
    });
    stack.defer(() => node.close({ drainMs: 0 }));
    instance = node.address.instance;
    sandbox = new NatsSandbox(
      { logger: SILENT_LOGGER, now: Date.now },
      {
        ...{ fleet: FLEET, newId: newName, times: { beatMs: 100 } },
        connect: () => connectBroker(addressOf('host')),
      },
    );
    stack.defer(() => sandbox.close({ drainMs: 0 }));
    await sandbox.load({ id: 'e', source: SOURCE });
    // Its code lies in the object store from then on.
    expect(await callHere()).toMatchObject({ status: 'ok' });
  });
  afterEach(() => stack.disposeAsync());

  const callHere = () =>
    sandbox.run(
      {
        ...{ callId: 'c', extensionId: 'e', toolName: 'here', mode: 'run', timeoutMs: 20_000 },
        ...{ args: {} },
        caller: { agentId: 'a', sessionKey: 's', workerScope: 'shared', turnCount: 1 },
      },
      { signal: new AbortController().signal, onProgress: () => undefined },
    );

  /** All parts of all code, and an answer about each, to a subject that the runner may not publish to. */
  const relay = async (reply: string) => {
    const own = `OBJ_mortise-${FLEET}-from-one`;
    one.publish(`$O.mortise-${FLEET}-from-one.C.x`, 'x', { reply });
    for (let seq = 1; seq < 8; seq += 1) {
      const query = JSON.stringify({ seq });
      one.publish(`$JS.API.DIRECT.GET.OBJ_mortise-${FLEET}-bundles`, query, { reply });
      one.publish(`$JS.API.STREAM.MSG.GET.${own}`, query, { reply });
    }
    await one.flush();
    // What was relayed comes before the answer of a call that follows.
    expect(await callHere()).toMatchObject({ status: 'ok' });
  };

  const nodes = () => sandbox.nodes().map(({ name, instance, state }) => [name, instance, state]);

  it('are no word of a node that is not there', async () => {
    await relay(`mortise.${FLEET}.beat.two.x`);
    expect(nodes()).toEqual([['two', instance, 'serving']]);
  });

  it('take no trust from a node that said nothing of it', async () => {
    await relay(`mortise.${FLEET}.host.${hostId}.two.${instance}`);
    expect(nodes()).toEqual([['two', instance, 'serving']]);
  });

  it('are no word of a host', async () => {
    await relay(`mortise.${FLEET}.node.two.${instance}.forged`);
    expect(node.hosts).toEqual([hostId]);
  });
});
