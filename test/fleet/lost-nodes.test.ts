import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { type FleetHost, openFleetHost, summary } from './fleet-host.ts';
import { NatsBroker } from './nats-broker.ts';
import { NodeProcess } from './node-process.ts';

const TIMES = { beatMs: 100, silentMs: 1_500, lateMs: 1_000 };

describeWithBroker('when a part of the fleet fails (C-3)', () => {
  let broker: NatsBroker;
  let host: FleetHost;
  let one: NodeProcess;
  const owned: AsyncDisposable[] = [];
  const own = <Part extends AsyncDisposable>(part: Part): Part => {
    owned.unshift(part);
    return part;
  };

  beforeEach(async () => {
    broker = own(await NatsBroker.start());
    one = own(await NodeProcess.start(broker.url, 'one'));
    host = own(await openFleetHost(broker, { times: TIMES }));
    await host.nodesServing(1);
    expect(summary(await host.run('echo', { text: 'warm' }))).toBe('warm');
  });
  afterEach(async () => {
    for (const part of owned.splice(0)) await part[Symbol.asyncDispose]();
  });

  /** A call that runs: its code has asked the host for something. */
  const running = async (tool: string, ms: number, callId: string) => {
    const outcome = host.run(tool, { ms }, { callId });
    await expect.poll(() => host.marks.filter((mark) => mark === callId).length).toBe(1);
    return { outcome };
  };

  it('ends calls of a node that was killed as crashed, their effects unknown', async () => {
    const { outcome } = await running('marked_wait', 30_000, 'lost');
    one.signal('SIGKILL');
    expect(await outcome).toMatchObject({
      ...{ status: 'failed', code: 'sandbox_crashed', effects: 'unknown' },
    });
    expect(host.marks).toEqual(['lost']);
  });

  it('runs an idempotent call again on another node, with the same key', async () => {
    // Longer than a busy machine takes to start the other node.
    const { outcome } = await running('again', 8_000, 'key-1');
    own(await NodeProcess.start(broker.url, 'two'));
    await host.nodesServing(2);
    one.signal('SIGKILL');
    expect(summary(await outcome)).toBe('key-1');
    expect(host.marks).toEqual(['key-1', 'key-1']);
    expect(host.events).toContainEqual({
      ...{ type: 'call_retried', extensionId: 'fleet', callId: 'key-1' },
    });
  });

  it('gives calls to another node that a frozen one does not claim, each once, also when it thaws', async () => {
    own(await NodeProcess.start(broker.url, 'two'));
    await host.nodesServing(2);
    one.signal('SIGSTOP');
    const ids = Array.from({ length: 20 }, (_, index) => `call-${index}`);
    const calls = ids.map((callId) => host.run('marked', { text: callId }, { callId }));
    expect((await Promise.all(calls)).map(summary)).toEqual(ids);
    one.signal('SIGCONT');
    await host.nodesServing(2);
    expect(summary(await host.run('echo', { text: 'both' }))).toBe('both');
    expect(host.marks.toSorted()).toEqual(ids.toSorted());
  });

  it('lets a node end its calls before it leaves, and gives it no more', async () => {
    const { outcome } = await running('marked_wait', 700, 'drained');
    own(await NodeProcess.start(broker.url, 'two'));
    await host.nodesServing(2);
    one.signal('SIGTERM');
    await host.nodesServing(1);
    expect(summary(await host.run('echo', { text: 'elsewhere' }))).toBe('elsewhere');
    expect(summary(await outcome)).toBe('waited');
    expect(await one.ended()).toBe(0);
  });

  it('goes on with the same calls when the broker was killed and came back', async () => {
    const { outcome } = await running('marked_wait', 1_000, 'kept');
    await broker.kill();
    await broker.start();
    expect(summary(await outcome)).toBe('waited');
    await host.nodesServing(1);
    expect(summary(await host.run('echo', { text: 'again' }))).toBe('again');
    expect(host.marks).toEqual(['kept']);
  });

  it('ends calls as crashed while the broker is away, and recovers by itself', async () => {
    const { outcome } = await running('marked_wait', 30_000, 'cut off');
    await broker.kill();
    expect(await outcome).toMatchObject({ code: 'sandbox_crashed', effects: 'unknown' });
    expect(await host.run('marked', {}, { timeoutMs: 100 })).toMatchObject({ status: 'refused' });
    await broker.start();
    await host.nodesServing(1);
    expect(summary(await host.run('echo', { text: 'back' }))).toBe('back');
  });
});
