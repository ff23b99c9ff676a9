import { describe, expect, it } from 'vitest';
import { CrashBackoff } from './crash-backoff.ts';

function recordAt(): { readonly record: CrashBackoff; readonly clock: { now: number } } {
  const clock = { now: 0 };
  return {
    clock,
    record: new CrashBackoff({ crashes: 5, windowMs: 1_000, baseMs: 100 }, () => clock.now),
  };
}

describe('the crash record of an extension (S-3)', () => {
  it('backs off from the fourth crash in a row and quarantines at the fifth', () => {
    const { record } = recordAt();
    const states = Array.from({ length: 5 }, () => {
      record.add();
      return record.blocked()?.state ?? 'ready';
    });
    expect(states).toEqual(['ready', 'ready', 'ready', 'backing_off', 'quarantined']);
  });

  it('forgets crashes that are long past', () => {
    const { record, clock } = recordAt();
    for (let crash = 0; crash < 20; crash += 1) {
      clock.now += 400;
      record.add();
    }
    expect(record.blocked()).toBeUndefined();
    expect(record.total).toBe(20);
  });

  it('lasts no longer than its time if the clock is set back, and ends at once if it is set ahead', () => {
    const { record, clock } = recordAt();
    clock.now = 1_000_000;
    for (let crash = 0; crash < 5; crash += 1) record.add();
    clock.now = 5;
    expect(record.blocked()).toEqual({ state: 'quarantined', until: 105 });
    clock.now = 104;
    expect(record.blocked()).toBeDefined();
    clock.now = 9_000_000;
    expect(record.blocked()).toBeUndefined();
  });

  it('quarantines longer each time, up to sixteen times as long', () => {
    const { record, clock } = recordAt();
    const lengths = Array.from({ length: 7 }, () => {
      for (let crash = 0; crash < 5; crash += 1) record.add();
      const until = record.blocked()?.until ?? 0;
      const length = until - clock.now;
      clock.now = until;
      return length;
    });
    expect(lengths).toEqual([100, 200, 400, 800, 1_600, 1_600, 1_600]);
  });
});
