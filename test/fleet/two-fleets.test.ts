import { connectBroker, createFleetAccess, inboxOf } from '@mortise/runner-nats';
import { type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';

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

  beforeAll(async () => {
    const users = [ours, theirs].map((each) => usersIn(each?.authorization ?? ''));
    broker = await NatsBroker.start(`authorization {\n  users = [\n${users.join('')}  ]\n}\n`);
    const { seed = '', fleet = '', name = '' } = ours?.host ?? {};
    const inbox = inboxOf({ fleet, name });
    host = await connectBroker({ url: broker.url, seed, inbox, clientName: 'host' });
    void (async () => {
      for await (const status of host.status())
        if (status.type === 'error' && status.error instanceof PermissionViolationError)
          refused.push(`${status.error.operation} ${status.error.subject}`);
    })();
  });
  afterAll(async () => {
    await host.close();
    await broker[Symbol.asyncDispose]();
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
});

function usersIn(authorization: string): string {
  const [, users = ''] = /users = \[\n(.*) {2}\]\n\}/s.exec(authorization) ?? [];
  return users;
}
