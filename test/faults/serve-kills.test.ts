import { describe, expect, it } from 'vitest';
import { describeServeKills } from './kills/describe-serve-kills.ts';
import { killServes } from './kills/kill-serves.ts';

/** Enough to see each kind of edit once; `pnpm faults:kills` does 500, `pnpm test:full` 150. */
const KILLS = 6;

describe('mortise serve, killed while it is used and edited (M-4, S-4)', () => {
  it('loses nothing that was acknowledged, leaves no file that does not parse, and comes up again', {
    timeout: 180_000,
  }, async () => {
    const found = await killServes(KILLS);
    console.log(describeServeKills(found));
    const { lost, broken, refused, failedStarts, stored } = found;
    expect({ lost, broken, refused, failedStarts }).toEqual({
      ...{ lost: [], broken: [], refused: [], failedStarts: [] },
    });
    expect(stored).toBeGreaterThan(0);
  });
});
