import { describe, expect, it } from 'vitest';
import { CallQueue, type CallQueueLimits, type LeavePlace } from './call-queue.ts';

const LIMITS: CallQueueLimits = {
  ...{ calls: 4, callsPerAgent: 3, callsPerCaller: 2 },
  ...{ waitingCalls: 8, waitMs: 60_000 },
};
const never = new AbortController().signal;

function open(limits: Partial<CallQueueLimits> = {}) {
  const queue = new CallQueue({ ...LIMITS, ...limits });
  const order: string[] = [];
  const places: LeavePlace[] = [];
  const ask = async (agent: string, caller = 'one', signal = never) => {
    const leave = await queue.enter({ agent, caller }, signal);
    order.push(`${agent}/${caller}${leave === undefined ? ' refused' : ''}`);
    if (leave !== undefined) places.push(leave);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, order, places, ask, settle };
}

describe('the queue of calls', () => {
  it('gives places up to the limits of all, of an agent and of a caller', async () => {
    const { queue, order, ask, settle } = open();
    for (const caller of ['x', 'x', 'x', 'y', 'z']) void ask('a', caller);
    for (const caller of ['x', 'y']) void ask('b', caller);
    await settle();
    expect(order).toEqual(['a/x', 'a/x', 'a/y', 'b/x']);
    expect([queue.inFlight, queue.waiting]).toEqual([4, 3]);
  });

  it('gives a free place to the next agent in turn, and there to the next caller', async () => {
    const { order, places, ask, settle } = open({ calls: 1, waitingCalls: 100 });
    void ask('first');
    for (const caller of ['x', 'x', 'x', 'y']) void ask('busy', caller);
    void ask('quiet');
    await settle();
    for (let turn = 0; turn < 5; turn += 1) {
      places.shift()?.();
      await settle();
    }
    expect(order).toEqual(['first/one', 'busy/x', 'quiet/one', 'busy/y', 'busy/x', 'busy/x']);
  });

  it('refuses what would wait in a full queue, and one caller before the others', async () => {
    const { order, ask, settle } = open({ calls: 1 });
    for (let index = 0; index < 4; index += 1) void ask('a');
    void ask('b');
    await settle();
    // One runs, two wait: a quarter of the eight places to wait in.
    expect(order).toEqual(['a/one', 'a/one refused']);
  });

  it('refuses after the time to wait', async () => {
    const { order, ask } = open({ calls: 1, waitMs: 1 });
    await ask('a');
    await ask('b');
    expect(order).toEqual(['a/one', 'b/one refused']);
  });

  it('lets a caller leave that goes away, and keeps no place for it', async () => {
    const { queue, order, places, ask, settle } = open({ calls: 1 });
    const gone = new AbortController();
    await ask('a');
    void ask('b', 'one', gone.signal);
    void ask('c');
    gone.abort();
    await settle();
    expect([order.at(-1), queue.waiting]).toEqual(['b/one refused', 1]);
    places.shift()?.();
    await settle();
    expect(order.at(-1)).toBe('c/one');
  });

  it('says when nothing runs and waits any more, however often a place is given back', async () => {
    const { queue, places, ask } = open({ calls: 1 });
    await ask('a');
    void ask('b');
    const ended = queue.ended(60_000);
    places[0]?.();
    places[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect([queue.inFlight, queue.waiting]).toEqual([1, 0]);
    places[1]?.();
    await ended;
    expect(queue.inFlight).toBe(0);
  });
});
