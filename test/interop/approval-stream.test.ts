import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let host: Host;
let gateway: Gateway;
beforeAll(async () => {
  host = await createHost({
    config: {
      agents: { main: {}, other: {} },
      tools: { rules: [{ tools: ['send'], then: 'ask' }] },
    },
    tools: [
      {
        ...{ name: 'send', description: 'd', schema: { type: 'object' } },
        execute: () => ({ ok: true, value: 'sent' }),
      },
    ],
  });
  gateway = await startGateway(host, { token: 't'.repeat(43) });
});
afterAll(async () => {
  await gateway.close();
  await host.close({ drainMs: 0 });
});

interface SseEvent {
  readonly id: string;
  readonly data: {
    readonly id: string;
    readonly state: string;
    readonly agent: string;
    readonly args: string;
  };
}

/** Reads events until `isEnough`, then goes away. */
async function follow(
  token: string,
  isEnough: (events: readonly SseEvent[]) => boolean,
  lastId?: string,
): Promise<readonly SseEvent[]> {
  const leaving = new AbortController();
  const response = await fetch(`${gateway.url}/api/approvals/events`, {
    headers: {
      Authorization: `Bearer ${token}`,
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    },
    signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(20_000)]),
  });
  const events: SseEvent[] = [];
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data !== undefined)
        events.push({ id: /^id: (.*)$/m.exec(part)?.[1] ?? '', data: JSON.parse(data) });
    }
    if (isEnough(events)) break;
  }
  leaving.abort();
  return events;
}

const ask = (agent: string, args: object) =>
  host
    .agent(agent)
    .session('s')
    .execute([{ id: '1', name: 'send', args }], { approvalWaitMs: 0 });
const states = (events: readonly SseEvent[]) =>
  events.map(({ data }) => `${data.args} ${data.state}`);

describe('the stream of approvals (T-4)', () => {
  it('has those that wait, then every change as it comes', async () => {
    await ask('main', { n: 1 });
    const begun = Promise.withResolvers<void>();
    const following = follow(gateway.token, (events) => {
      if (events.length > 0) begun.resolve();
      return events.length === 3;
    });
    await begun.promise;
    await ask('main', { n: 2 });
    const { approvals } = await host.approvals.waiting();
    const first = approvals.find(({ args }) => args === '{"n":1}');
    await host.approvals.decide(first?.id ?? '', { verdict: 'denied' });
    expect(states(await following)).toEqual([
      '{"n":1} waiting',
      '{"n":2} waiting',
      '{"n":1} denied',
    ]);
  });

  it('goes on where a client was', async () => {
    const [seen] = await follow(gateway.token, (events) => events.length > 0);
    await ask('main', { n: 3 });
    const later = await follow(gateway.token, (events) => events.length > 0, seen?.id);
    expect(states(later)).toContain('{"n":3} waiting');
    expect(states(later)).not.toContain('{"n":2} waiting');
  });

  it('has those of the agents that its token speaks for, and ends with the token', async () => {
    const { token, record } = await host.tokens.create({ roles: ['approve'], agents: ['other'] });
    const following = follow(token, () => false).catch(() => 'ended');
    await ask('main', { n: 4 });
    await ask('other', { n: 5 });
    const own = await follow(token, (events) => events.length > 0);
    expect(states(own)).toEqual(['{"n":5} waiting']);
    await host.tokens.revoke(record.id);
    expect(await following).toBeDefined();
  });
});
