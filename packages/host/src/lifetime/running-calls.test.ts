import { describe, expect, it } from 'vitest';
import { RunningCalls } from './running-calls.ts';

describe('calls that run', () => {
  it('are waited for until the last has ended', async () => {
    const running = new RunningCalls();
    const [one, other] = [running.begin(undefined), running.begin(undefined)];
    running.stopWithin(Number.POSITIVE_INFINITY);
    let isOver = false;
    const ended = running.ended().then(() => {
      isOver = true;
    });
    one.end();
    await Promise.resolve();
    expect([isOver, running.size]).toEqual([false, 1]);
    other.end();
    await ended;
    expect([one.isStopped, other.isStopped]).toEqual([false, false]);
  });

  it('are stopped after the shortest of the times that were given', async () => {
    const running = new RunningCalls();
    const batch = running.begin(undefined);
    running.stopWithin(1_000_000);
    running.stopWithin(0);
    running.stopWithin(1_000_000);
    batch.signal.addEventListener('abort', () => batch.end());
    await running.ended();
    expect([batch.isStopped, batch.signal.aborted]).toEqual([true, true]);
  });

  it('belong to their callers, who may give up before', async () => {
    const running = new RunningCalls();
    const caller = new AbortController();
    const batch = running.begin(caller.signal);
    caller.abort('gone');
    running.stopWithin(0);
    expect([batch.isStopped, batch.signal.reason]).toEqual([false, 'gone']);
    expect(running.begin(AbortSignal.abort()).signal.aborted).toBe(true);
  });
});
