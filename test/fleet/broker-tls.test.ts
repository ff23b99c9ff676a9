import { connectBroker } from '@mortise/runner-nats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';

describeWithBroker('an address of a broker that begins with tls:// (C-2)', () => {
  let broker: NatsBroker;
  beforeAll(async () => {
    broker = await NatsBroker.start();
  });
  afterAll(async () => {
    await broker[Symbol.asyncDispose]();
  });

  /** Tries once, and says why that failed. */
  const tryOnce = async (url: string) => {
    const controller = new AbortController();
    const reasons: string[] = [];
    const connecting = connectBroker(
      { url, inbox: '_INBOX_one', clientName: 'one' },
      {
        signal: controller.signal,
        onUnreachable: (reason) => {
          reasons.push(reason);
          controller.abort();
        },
      },
    );
    const connection = await connecting.catch((error: unknown) => error);
    if (reasons.length === 0 && connection instanceof Error) throw connection;
    return reasons;
  };

  it('does not connect with a broker that speaks in the clear', async () => {
    const url = broker.url.replace('nats:', 'tls:');
    expect(await tryOnce(url)).toEqual([expect.stringContaining("does not support 'tls'")]);
  });

  it('stands beside no address that speaks in the clear', async () => {
    const url = `${broker.url}, ${broker.url.replace('nats:', 'tls:')}`;
    await expect(tryOnce(url)).rejects.toMatchObject({
      code: 'fleet_credentials_invalid',
      message: expect.stringContaining('write tls:// before all of them'),
    });
  });
});
