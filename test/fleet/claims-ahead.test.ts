import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { type FleetHost, openFleetHost, summary } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { PuppetNode } from './puppet-node.ts';

const OK = JSON.stringify({ status: 'ok', content: [{ type: 'text', text: 'done' }] });

describeWithBroker('calls that a runner node has claimed ahead (C-2, C-3)', () => {
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

  const refusedFrames = () => host.events.filter(({ type }) => type === 'frame_refused');

  /** Has the puppet answer a call and claim more ahead in the same message; `next` is called as soon as it has come. */
  const afterRoom = async <Result>(room: number, next: () => Result): Promise<Result> => {
    const first = host.run('echo', { text: 'x' }).then(() => ({ made: next() }));
    const { hostId, seq } = await puppet.next('call');
    puppet.say(hostId, ['claim', seq]);
    await puppet.next('go');
    puppet.say(hostId, ['room', 1_234, room], ['result', seq, OK]);
    return (await first).made;
  };

  it('are given to it at once, as many as it claimed, and the others are offered', async () => {
    const calls = await afterRoom(1, () => [host.run('marked'), host.run('marked')]);
    const { hostId, seq } = await puppet.next('run');
    const offered = await puppet.next('call');
    puppet.say(hostId, ['started', seq], ['result', seq, OK]);
    puppet.say(hostId, ['claim', offered.seq], ['result', offered.seq, OK]);
    expect((await Promise.all(calls)).map(summary)).toEqual(['done', 'done']);
    expect(refusedFrames()).toEqual([]);
  });

  it('are offered to it if it said so a while ago, as it may be frozen by now', async () => {
    await afterRoom(8, () => undefined);
    await pause(50);
    const outcome = host.run('marked');
    const { hostId, seq } = await puppet.next('call');
    puppet.say(hostId, ['claim', seq], ['result', seq, OK]);
    expect(summary(await outcome)).toBe('done');
    expect(puppet.heard.filter(({ kind }) => kind === 'run')).toEqual([]);
  });

  it('go elsewhere if it does not take them after all, and have run nowhere', async () => {
    const calls = await afterRoom(1, () => [host.run('marked', {}, { callId: 'passed' })]);
    const { hostId, seq } = await puppet.next('run');
    puppet.say(hostId, ['pass', seq]);
    // There is no other: this one is asked once it has said again that it is there.
    const offered = await puppet.next('call');
    puppet.say(hostId, ['claim', offered.seq], ['result', offered.seq, OK]);
    expect((await Promise.all(calls)).map(summary)).toEqual(['done']);
    expect(host.events.filter(({ type }) => type === 'call_retried')).toEqual([]);
    expect(refusedFrames()).toEqual([]);
  });

  it('have not begun if they were cancelled and it did not take them', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const [outcome] = await afterRoom(1, () => [host.run('marked', {}, { signal })]);
    const { hostId, seq } = await puppet.next('run');
    controller.abort();
    await puppet.next('cancel');
    puppet.say(hostId, ['pass', seq]);
    expect(await outcome).toMatchObject({ status: 'refused', code: 'aborted_before_start' });
  });

  it.each([
    { what: 'has said that its turn came', frame: ['started'] as const },
    {
      what: 'has said what its guest logged',
      frame: ['log', 'info', '{"message":"it runs"}'] as const,
    },
    {
      what: 'has said how far its guest has come',
      frame: ['progress', '{"message":"half"}'] as const,
    },
    { what: 'has used a capability', frame: ['ask', 1, 'storage.set', '{"key":"a","value":1}'] },
  ])('cannot be passed on by a node that $what', async ({ frame }) => {
    const [outcome] = await afterRoom(1, () => [host.run('marked')]);
    const { hostId, seq } = await puppet.next('run');
    const [kind, ...fields] = frame;
    puppet.say(hostId, [kind, seq, ...fields], ['pass', seq]);
    await expect.poll(refusedFrames).toMatchObject([{ frame: 'pass' }]);
    puppet.isSilent = true;
    expect(await outcome).toMatchObject({ code: 'sandbox_crashed', effects: 'unknown' });
  });

  it('are lost with it: whether they ran is unknown', async () => {
    const [outcome] = await afterRoom(1, () => [host.run('marked')]);
    await puppet.next('run');
    puppet.isSilent = true;
    expect(await outcome).toMatchObject({ code: 'sandbox_crashed', effects: 'unknown' });
  });
});
