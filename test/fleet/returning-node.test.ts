import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { type FleetHost, openFleetHost } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { PuppetNode } from './puppet-node.ts';

const OK = JSON.stringify({ status: 'ok', content: [{ type: 'text', text: 'late' }] });
/** More than the frames that end the trust in a node. */
const CALLS = 24;

describeWithBroker('a runner node that was cut off and comes back (C-3)', () => {
  let broker: NatsBroker;
  let host: FleetHost;
  let puppet: PuppetNode;
  beforeEach(async () => {
    broker = await NatsBroker.start();
    puppet = await PuppetNode.start(broker.url, 'puppet');
    const times = { beatMs: 100, silentMs: 1_000, claimMs: 5_000 };
    host = await openFleetHost(broker, { times });
    await host.nodesServing(1);
  });
  afterEach(async () => {
    await host[Symbol.asyncDispose]();
    await puppet[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  });

  const states = () => host.sandbox.nodes().map(({ state }) => state);

  it('may say late what it did with the calls of before, and serves on', async () => {
    const outcomes = Array.from({ length: CALLS }, () => host.run('marked'));
    const offers = [];
    for (let at = 0; at < CALLS; at += 1) offers.push(await puppet.next('call'));
    const { hostId = '' } = offers[0] ?? {};
    for (const { seq } of offers) puppet.say(hostId, ['claim', seq]);
    for (let at = 0; at < CALLS; at += 1) await puppet.next('go');
    puppet.isSilent = true;
    for (const outcome of outcomes)
      expect(await outcome).toMatchObject({ code: 'sandbox_crashed', effects: 'unknown' });
    await expect.poll(states).toEqual([]);
    const before = puppet.lastBatch;
    puppet.isSilent = false;
    await host.nodesServing(1);
    puppet.say(hostId, ...offers.map(({ seq }) => ['result', seq, OK]));
    const next = host.run('marked');
    const { seq } = await puppet.next('call');
    // What a node has heard is told by these numbers, so they never begin anew.
    expect(puppet.lastBatch).toBeGreaterThan(before);
    puppet.say(hostId, ['claim', seq], ['result', seq, OK]);
    expect(await next).toMatchObject({ status: 'ok' });
    expect(states()).toEqual(['serving']);
    expect(host.events.filter(({ type }) => type === 'frame_refused')).toEqual([]);
  });
});
