import { describe, expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';
import { describeKills } from './describe-kills.ts';
import { killRunners } from './kill-runners.ts';

/** A thousand take minutes on two cores: `pnpm hazards:kills` runs them, and `pnpm test:full` does. */
const KILLS = isFullRun() ? 100 : 40;

describe('runners killed at random under load (S-4)', () => {
  it('costs only calls that ran in them, each with one end, and leaves nothing behind', {
    timeout: 120_000,
  }, async () => {
    const summary = await killRunners(KILLS, 60);
    console.log(describeKills(summary));
    expect(summary).toMatchObject({
      kills: KILLS,
      notOnce: 0,
      ranTwice: 0,
      mixedUp: 0,
      zombies: 0,
      leftAfterClose: 0,
      safeOk: summary.safeCalls,
    });
    expect(Object.keys(summary.lost).filter((code) => code !== 'sandbox_crashed')).toEqual([]);
    expect(summary.ok).toBeGreaterThan(summary.calls / 2);
    expect(summary.recoveries).toBeGreaterThan(KILLS / 4);
    expect(summary.recoveryMs.median).toBeLessThan(10_000);
  });
});
