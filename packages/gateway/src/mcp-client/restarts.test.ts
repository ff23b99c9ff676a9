import { describe, expect, it } from 'vitest';
import { Restarts } from './restarts.ts';

function openRestarts() {
  let time = 0;
  const restarts = new Restarts({ firstPauseMs: 500, longestPauseMs: 8_000, now: () => time });
  const live = (ms: number): number => {
    restarts.begun();
    restarts.connected();
    time += ms;
    return restarts.failed('gone');
  };
  return { restarts, live };
}

describe('the pauses before a server is started again', () => {
  it('grow while it fails, up to the longest', () => {
    const { restarts } = openRestarts();
    const pauses = Array.from({ length: 6 }, () => restarts.failed('no'));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it('grow for one that answers and ends again and again', () => {
    const { live, restarts } = openRestarts();
    expect([live(100), live(100), live(100)]).toEqual([500, 1_000, 2_000]);
    expect(restarts.count).toBe(2);
    expect(restarts.lastFailure).toEqual({ at: 300, reason: 'gone' });
  });

  it('begin anew for one that was well for a minute', () => {
    const { live } = openRestarts();
    expect([live(100), live(100), live(60_000), live(100)]).toEqual([500, 1_000, 500, 1_000]);
  });
});
