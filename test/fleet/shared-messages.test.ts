import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { type FleetHost, openFleetHost, summary } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { PuppetNode } from './puppet-node.ts';

const OK = { status: 'ok', content: [{ type: 'text', text: 'done' }] };

describeWithBroker('calls that share their messages (C-2)', () => {
  let broker: NatsBroker;
  let host: FleetHost;
  let puppets: readonly PuppetNode[];
  beforeEach(async () => {
    broker = await NatsBroker.start();
    const names = ['one', 'two'];
    puppets = await Promise.all(names.map((name) => PuppetNode.start(broker.url, name)));
    host = await openFleetHost(broker, { times: { beatMs: 100, claimMs: 5_000, lateMs: 300 } });
    await host.nodesServing(2);
  });
  afterEach(async () => {
    await host[Symbol.asyncDispose]();
    for (const puppet of puppets) await puppet[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  });

  /** Answers as many offers as came, and how many of them each puppet had. */
  const answer = async (count: number, outcome: object): Promise<readonly number[]> => {
    const offers = () => puppets.map(({ heard }) => heard.filter(({ kind }) => kind === 'call'));
    await expect.poll(() => offers().flat().length).toBe(count);
    const given = offers();
    for (const [index, puppet] of puppets.entries()) {
      puppet.heard.length = 0;
      for (const { hostId, seq } of given[index] ?? [])
        puppet.say(hostId, ['claim', seq], ['result', seq, JSON.stringify(outcome)]);
    }
    return given.map(({ length }) => length);
  };

  it.each([
    { what: 'use next to nothing are given to one node', cpuMs: 0.01, spread: [0, 4] },
    { what: 'use more are given to all', cpuMs: 5, spread: [2, 2] },
  ])('if those of one turn $what', async ({ cpuMs, spread }) => {
    const outcome = { ...OK, usage: { cpuMs } };
    const first = host.run('marked');
    await answer(1, outcome);
    await first;
    const calls = Array.from({ length: 4 }, () => host.run('marked'));
    expect((await answer(4, outcome)).toSorted()).toEqual(spread);
    expect((await Promise.all(calls)).map(summary)).toEqual(['done', 'done', 'done', 'done']);
  });

  it.each([
    { outcome: OK, starts: 1 },
    { outcome: { status: 'failed', code: 'execution_failed', effects: 'none' }, starts: 0 },
    { outcome: { status: 'refused', code: 'extension_busy' }, starts: 0 },
  ])('have started if a success is all that is said of them: $outcome.status', async (each) => {
    let starts = 0;
    const call = host.run('marked', {}, { onStarted: () => (starts += 1) });
    await answer(1, each.outcome);
    expect((await call).status).toBe(each.outcome.status);
    expect(starts).toBe(each.starts);
  });
});
