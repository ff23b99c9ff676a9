import { SILENT_LOGGER } from '@mortise/core';
import {
  connectBroker,
  createFleetAccess,
  inboxOf,
  NatsSandbox,
  RunnerNode,
} from '@mortise/runner-nats';
import { type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';
import { newName } from './open-fleet.ts';

const FORBIDDEN_TO_PUBLISH = [
  ...['mortise.f.host.h.two.x', 'mortise.f.beat.two.x', 'mortise.f.hello.h', 'anything'],
  ...['mortise.f.node.two.x.h', 'mortise.f.node.one.x.h', '_INBOX_f_two.x', '_INBOX_f_host.x'],
  ...['$O.mortise-f-bundles.C.x', '$O.mortise-f-bundles.M.x', '$O.mortise-f-to-one.C.x'],
  ...['$O.mortise-f-from-two.C.x', '$JS.API.STREAM.PURGE.OBJ_mortise-f-bundles'],
  ...['$JS.API.STREAM.DELETE.OBJ_mortise-f-bundles', '$JS.API.STREAM.LIST', '$JS.API.INFO'],
  ...['$JS.API.CONSUMER.CREATE.OBJ_mortise-f-bundles', '$JS.API.STREAM.CREATE.x'],
  ...['$JS.API.DIRECT.GET.OBJ_mortise-f-to-two', '$JS.API.DIRECT.GET.OBJ_mortise-f-from-two'],
  ...['$JS.API.STREAM.MSG.GET.OBJ_mortise-f-to-two', 'mortise.g.host.h.one.x'],
];
const FORBIDDEN_TO_HEAR = [
  ...['>', 'mortise.>', 'mortise.f.node.two.*.*', 'mortise.f.node.*.*.*', 'mortise.f.host.*.*.*'],
  ...['mortise.f.beat.*.*', '_INBOX_f_two.>', '_INBOX_f_host.>', '_INBOX.>', '$O.>', '$JS.>'],
];

describeWithBroker('the credentials of a fleet (C-2)', () => {
  const access = createFleetAccess({ fleet: 'f', nats: '', runners: ['one', 'two'] });
  const refused: string[] = [];
  let broker: NatsBroker;
  let one: NatsConnection;

  const connectAs = (name: string) => {
    const side = [access.host, ...access.runners].find((each) => each.name === name);
    const seed = side?.seed ?? '';
    return connectBroker({
      url: broker.url,
      seed,
      inbox: inboxOf({ fleet: 'f', name }),
      clientName: name,
    });
  };

  beforeAll(async () => {
    broker = await NatsBroker.start(access.authorization);
    one = await connectAs('one');
    void (async () => {
      for await (const status of one.status()) {
        if (status.type !== 'error' || !(status.error instanceof PermissionViolationError))
          continue;
        refused.push(`${status.error.operation} ${status.error.subject}`);
      }
    })();
  });
  afterAll(async () => {
    await one.close();
    await broker[Symbol.asyncDispose]();
  });

  it('let hosts and runners do their work, large values included', async () => {
    const connection = await connectAs('two');
    const node = new RunnerNode({
      ...{ connection, fleet: 'f', name: 'two', newId: newName, now: Date.now },
      logger: SILENT_LOGGER,
    });
    const sandbox = new NatsSandbox(
      { logger: SILENT_LOGGER, now: Date.now },
      { fleet: 'f', newId: newName, connect: () => connectAs('host') },
    );
    const source =
      "export default (api) => api.registerTool({ name: 'twice', description: 'd', parameters: { type: 'object' }, execute: (id, { text }) => ({ content: [{ type: 'text', text: text + text }] }) });";
    const limits = { argumentBytes: 8_000_000, resultBytes: 8_000_000 };
    expect(await sandbox.load({ id: 'e', source, limits })).toMatchObject({ status: 'loaded' });
    for (const chars of [3, 700_000]) {
      const outcome = await sandbox.run(
        {
          ...{ callId: 'c', extensionId: 'e', toolName: 'twice', mode: 'run', timeoutMs: 20_000 },
          args: { text: 'x'.repeat(chars) },
          caller: { agentId: 'a', sessionKey: 's', workerScope: 'shared', turnCount: 1 },
        },
        { signal: new AbortController().signal, onProgress: () => undefined },
      );
      expect(outcome).toMatchObject({ status: 'ok' });
      const [part] = outcome.status === 'ok' ? outcome.content : [];
      expect(part?.type === 'text' && part.text.length).toBe(2 * chars);
    }
    await sandbox.close();
    await node.close();
  });

  it.each(FORBIDDEN_TO_PUBLISH)('keep a runner from publishing to %s', async (subject) => {
    one.publish(subject, 'x');
    await expect.poll(() => refused).toContain(`publish ${subject}`);
  });

  it.each(FORBIDDEN_TO_HEAR)('keep a runner from hearing %s', async (subject) => {
    one.subscribe(subject, { callback: () => undefined });
    await expect.poll(() => refused).toContain(`subscription ${subject}`);
  });

  it('hold no secret in the configuration of the broker', () => {
    for (const { seed } of [access.host, ...access.runners])
      expect(access.authorization).not.toContain(seed);
  });
});
