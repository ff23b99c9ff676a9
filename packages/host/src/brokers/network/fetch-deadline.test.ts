import { createHook } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPair } from '../testing/fetch-pair.ts';
import { FetchDeadline } from './fetch-deadline.ts';

afterEach(() => vi.useRealTimers());

describe('the deadline of a fetch (S-6)', () => {
  it('ends with its call', () => {
    const call = new AbortController();
    using deadline = new FetchDeadline(call.signal, 60_000);
    expect(deadline.signal.aborted).toBe(false);
    call.abort();
    expect(deadline.signal.aborted).toBe(true);
  });

  it('has ended for a call that is over', () => {
    using deadline = new FetchDeadline(AbortSignal.abort(), 60_000);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('ends after its time', () => {
    vi.useFakeTimers();
    using deadline = new FetchDeadline(new AbortController().signal, 1_000);
    vi.advanceTimersByTime(999);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.signal.aborted).toBe(true);
  });
});

describe('a fetch that has ended (S-6)', () => {
  it('leaves no timer and no listener behind, however long its call goes on', async () => {
    await using pair = await openPair((_request, response) => response.end('done'));
    const { signal } = new AbortController();
    const timeoutMs = 12_345;
    const timers = new Set<number>();
    const hook = createHook({
      init: (id, _type, _trigger, resource) =>
        Reflect.get(resource, '_idleTimeout') === timeoutMs && timers.add(id),
      destroy: (id) => timers.delete(id),
    }).enable();
    for (let count = 0; count < 5; count += 1)
      await pair.fetch({ path: '/', signal, grant: { timeoutMs } });
    // Ends of timers are told a turn later.
    await new Promise((next) => setImmediate(next));
    hook.disable();
    expect(timers.size).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
