import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { type FleetHost, openFleetHost, summary } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { PuppetNode } from './puppet-node.ts';

const OK = JSON.stringify({ status: 'ok', content: [{ type: 'text', text: 'forged' }] });
const REFUSED = JSON.stringify({ status: 'refused', code: 'input_invalid', message: 'no' });

describeWithBroker('a runner node that was taken over (C-2, S-8)', () => {
  let broker: NatsBroker;
  let host: FleetHost;
  let puppet: PuppetNode;
  beforeEach(async () => {
    broker = await NatsBroker.start();
    puppet = await PuppetNode.start(broker.url, 'puppet');
    host = await openFleetHost(broker, { times: { beatMs: 100, claimMs: 5_000, lateMs: 300 } });
    await host.nodesServing(1);
  });
  afterEach(async () => {
    await host[Symbol.asyncDispose]();
    await puppet[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  });

  const state = () => host.sandbox.nodes().map((node) => node.state);

  it('may answer only what it claimed and was told to run', async () => {
    const outcome = host.run('echo', { text: 'x' });
    const { hostId, seq } = await puppet.next('call');
    puppet.say(
      hostId,
      ['result', seq, OK],
      ['started', seq],
      ['ask', seq, 1, 'storage.get', '{"key":"a"}'],
    );
    puppet.say(hostId, ['claim', seq]);
    await puppet.next('go');
    expect(host.events.filter(({ type }) => type === 'frame_refused')).toHaveLength(3);
    expect(host.entries).toEqual([]);
    puppet.say(hostId, ['result', seq, OK]);
    expect(summary(await outcome)).toBe('forged');
    expect(state()).toEqual(['serving']);
  });

  it.each([
    { what: 'no frame', text: 'nonsense' },
    { what: 'a frame of no kind', text: 'own\t1\x1e' },
    { what: 'a number that is none', text: 'claim\t1e3\x1e' },
    { what: 'a list that is none', text: 'holding\t1\t{"running":7}\x1e' },
  ])('ends its trust with $what, and keeps what was unclaimed for others', async ({ text }) => {
    const controller = new AbortController();
    const outcome = host.run('echo', { text: 'x' }, { signal: controller.signal });
    const { hostId } = await puppet.next('call');
    puppet.sayRaw(hostId, text);
    await expect.poll(state).toEqual(['distrusted']);
    controller.abort();
    expect(await outcome).toMatchObject({ status: 'refused', code: 'aborted_before_start' });
    expect(host.events).toContainEqual(
      expect.objectContaining({ type: 'frame_refused', reason: expect.stringContaining('puppet') }),
    );
  });

  it.each([
    { what: 'no outcome', json: '{}' },
    { what: 'a part of no kind', json: '{"status":"ok","content":[{"type":"video"}]}' },
    { what: 'a code that is none', json: '{"status":"failed","code":"constructor"}' },
    { what: 'a refusal of the host', json: '{"status":"refused","code":"approval_denied"}' },
    {
      what: 'more than the tool may say',
      json: JSON.stringify({
        status: 'ok',
        content: [{ type: 'text', text: 'x'.repeat(9_000_000) }],
      }).slice(0, 200_000),
    },
  ])(
    'ends its trust with an answer that is $what; the call fails, its effects unknown',
    async ({ json }) => {
      const outcome = host.run('marked');
      const { hostId, seq } = await puppet.next('call');
      puppet.say(hostId, ['claim', seq]);
      await puppet.next('go');
      puppet.say(hostId, ['result', seq, json]);
      expect(await outcome).toMatchObject({ code: 'protocol_violation', effects: 'unknown' });
      expect(state()).toEqual(['distrusted']);
    },
  );

  it.each([
    { what: 'text with facts that are none', frame: ['{', 'x'] },
    { what: 'text with facts of another kind', frame: ['[]', 'x'] },
  ])('ends its trust with a $what; the call fails, its effects unknown', async ({ frame }) => {
    const outcome = host.run('marked');
    const { hostId, seq } = await puppet.next('call');
    puppet.say(hostId, ['claim', seq]);
    await puppet.next('go');
    puppet.say(hostId, ['text', seq, ...frame]);
    expect(await outcome).toMatchObject({ code: 'protocol_violation', effects: 'unknown' });
    expect(state()).toEqual(['distrusted']);
  });

  it('cannot say that a call never ran that used a capability', async () => {
    const outcome = host.run('marked');
    const { hostId, seq } = await puppet.next('call');
    puppet.say(hostId, ['claim', seq]);
    await puppet.next('go');
    puppet.say(hostId, ['ask', seq, 1, 'storage.set', '{"key":"a","value":1}']);
    await puppet.next('answer');
    puppet.say(hostId, ['result', seq, REFUSED]);
    // A node says so honestly of a second run, so its trust does not end.
    expect(await outcome).toMatchObject({ code: 'sandbox_crashed', effects: 'unknown' });
    expect(state()).toEqual(['serving']);
  });

  it('uses only what was granted, for calls that run, each question once', async () => {
    const outcome = host.run('echo', { text: 'x' });
    const { hostId, seq } = await puppet.next('call');
    puppet.say(hostId, ['claim', seq]);
    await puppet.next('go');
    puppet.say(hostId, ['ask', seq, 2, 'secrets.get', '{"name":"KEY"}']);
    await puppet.next('answer');
    puppet.say(hostId, ['ask', seq, 2, 'storage.get', '{"key":"a"}']);
    puppet.say(hostId, ['ask', seq + 7, 1, 'storage.get', '{"key":"a"}']);
    puppet.say(hostId, ['result', seq, OK]);
    await outcome;
    expect(host.entries).toMatchObject([{ action: 'secrets.get', decision: 'denied' }]);
    expect(host.events.filter(({ type }) => type === 'frame_refused')).toHaveLength(2);
  });

  it('may say late what was on its way beside an answer, and no second answer', async () => {
    const outcome = host.run('echo', { text: 'x' });
    const { hostId, seq } = await puppet.next('call');
    puppet.say(hostId, ['claim', seq]);
    await puppet.next('go');
    puppet.say(hostId, ['result', seq, OK]);
    await outcome;
    for (let id = 1; id < 20; id += 1) puppet.say(hostId, ['ask', seq, id, 'storage.get', '{}']);
    puppet.say(hostId, ['result', seq, OK]);
    const refused = () => host.events.filter(({ type }) => type === 'frame_refused');
    await expect.poll(refused).toHaveLength(1);
    expect(refused()).toMatchObject([{ frame: 'result' }]);
    expect(state()).toEqual(['serving']);
    expect(host.entries).toEqual([]);
  });

  it.each([
    { what: 'more parcels than it can have open', bytes: 1_000, count: 65 + 1 },
    { what: 'a parcel that is larger than any of its frames', bytes: 900_000_000, count: 1 },
  ])('has nothing more fetched for a call that leaves $what', async ({ bytes, count }) => {
    const outcome = host.run('marked');
    const { hostId, seq } = await puppet.next('call');
    puppet.say(hostId, ['claim', seq]);
    await puppet.next('go');
    const parcel = (at: number) => ['parcel', seq, bytes, `p${at}`, '0'.repeat(64)];
    puppet.say(hostId, ...Array.from({ length: count }, (_, at) => parcel(at)));
    expect(await outcome).toMatchObject({
      ...{ code: 'sandbox_crashed', effects: 'unknown' },
      message: expect.stringContaining('answered more than it may'),
    });
    expect(state()).toEqual(['serving']);
  });

  it('gets no more calls after sixteen frames that fit none of its calls', async () => {
    const controller = new AbortController();
    const outcome = host.run('echo', { text: 'x' }, { signal: controller.signal });
    const { hostId } = await puppet.next('call');
    for (let seq = 100; seq < 116; seq += 1) puppet.say(hostId, ['result', seq, OK]);
    await expect.poll(state).toEqual(['distrusted']);
    controller.abort();
    expect(await outcome).toMatchObject({ status: 'refused' });
  });

  it('cannot hold a call beyond its time', async () => {
    const outcome = host.run('echo', { text: 'x' }, { timeoutMs: 50 });
    const { hostId, seq } = await puppet.next('call');
    puppet.say(hostId, ['claim', seq], ['started', seq]);
    await puppet.next('go');
    puppet.say(hostId, ['started', seq]);
    expect(await outcome).toMatchObject({ code: 'timeout', effects: 'unknown' });
    // It comes late: no offence.
    puppet.say(hostId, ['result', seq, OK]);
    expect(state()).toEqual(['serving']);
  });
});
