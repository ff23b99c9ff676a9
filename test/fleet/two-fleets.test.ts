import {
  connectBroker,
  createFleetAccess,
  type FleetCredentials,
  inboxOf,
} from '@mortise/runner-nats';
import { type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';

const STREAM = 'OBJ_mortise-g-bundles';
const THEIRS = [
  ...['mortise.f.node.one.x.h', 'mortise.f.hello.h', '$O.mortise-f-bundles.C.x'],
  ...['$O.mortise-f-to-one.M.x', '$JS.API.STREAM.PURGE.OBJ_mortise-f-bundles'],
  ...['$JS.API.STREAM.DELETE.OBJ_mortise-f-bundles', '$JS.API.STREAM.CREATE.OBJ_mortise-f-x'],
  ...['$JS.API.DIRECT.GET.OBJ_mortise-f-bundles', '$JS.API.STREAM.LIST', '$JS.API.CONSUMER.CREATE'],
];

describeWithBroker('a host of another fleet on the same broker (C-2)', () => {
  const [ours, theirs] = ['g', 'f'].map((fleet) =>
    createFleetAccess({ fleet, nats: '', runners: ['one'] }),
  );
  const refused: string[] = [];
  let broker: NatsBroker;
  let host: NatsConnection;
  let theirHost: NatsConnection;
  let theirRunner: NatsConnection;

  const connectAs = ({ seed = '', fleet = '', name = '' }: Partial<FleetCredentials> = {}) =>
    connectBroker({ url: broker.url, seed, inbox: inboxOf({ fleet, name }), clientName: name });

  beforeAll(async () => {
    const accounts = [ours, theirs].map((each) => accountIn(each?.authorization ?? ''));
    broker = await NatsBroker.start(`accounts {\n${accounts.join('')}}\n`);
    host = await connectAs(ours?.host);
    theirHost = await connectAs(theirs?.host);
    theirRunner = await connectAs(theirs?.runners[0]);
    void (async () => {
      for await (const status of host.status())
        if (status.type === 'error' && status.error instanceof PermissionViolationError)
          refused.push(`${status.error.operation} ${status.error.subject}`);
    })();
  });
  afterAll(async () => {
    for (const each of [host, theirHost, theirRunner]) await each.close();
    await broker[Symbol.asyncDispose]();
  });

  afterEach(async () => {
    await host.request(`$JS.API.STREAM.DELETE.${STREAM}`);
  });

  it.each(THEIRS)('may not publish to %s', async (subject) => {
    host.publish(subject, 'x');
    await expect.poll(() => refused).toContain(`publish ${subject}`);
  });

  it.each(['_INBOX_f_host.>', '_INBOX_f_one.>', 'mortise.f.host.*.*.*', 'mortise.f.beat.*.*'])(
    'may not hear %s',
    async (subject) => {
      host.subscribe(subject, { callback: () => undefined });
      await expect.poll(() => refused).toContain(`subscription ${subject}`);
    },
  );

  /** The broker asks no permission for what a stream of its own name takes and passes on. */
  const makeStream = async (settings: object) => {
    const body = JSON.stringify({ name: STREAM, ...settings });
    const made = await host.request(`$JS.API.STREAM.CREATE.${STREAM}`, body);
    expect(made.json()).not.toHaveProperty('error');
  };

  it('does not get what its hosts say to runners into a stream', async () => {
    await makeStream({ subjects: ['mortise.f.>'], storage: 'memory' });
    theirHost.publish('mortise.f.node.one.x.h', 'a call');
    await theirHost.flush();
    const kept = await host.request(`$JS.API.STREAM.INFO.${STREAM}`);
    expect(kept.json()).toMatchObject({ state: { messages: 0 } });
  });

  it('does not have its runners told what to run by a stream', async () => {
    const heard: string[] = [];
    theirRunner.subscribe('mortise.f.node.one.*.*', {
      callback: (_error, message) => void heard.push(message.string()),
    });
    await theirRunner.flush();
    const republish = { src: 'mortise.g.hello.h', dest: 'mortise.f.node.one.x.h' };
    const subjects = ['mortise.g.hello.h'];
    await makeStream({ subjects, storage: 'memory', republish });
    host.publish('mortise.g.hello.h', 'forged');
    theirHost.publish('mortise.f.node.one.x.h', 'true');
    await host.request(`$JS.API.STREAM.INFO.${STREAM}`);
    await theirHost.flush();
    await expect.poll(() => heard).toContain('true');
    expect(heard).toEqual(['true']);
  });
});

function accountIn(authorization: string): string {
  const [, account = ''] = /^accounts \{\n(.*)^\}\n$/ms.exec(authorization) ?? [];
  return account;
}
