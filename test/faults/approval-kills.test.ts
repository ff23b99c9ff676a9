import { describe, expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';
import { killApprovals } from './kills/kill-approvals.ts';

const KILLS = isFullRun() ? 150 : 5;

describe('a host, killed while calls wait, are approved or start (T-4)', () => {
  it(`runs each once or never, and says which: ${KILLS} kills`, {
    timeout: 1_500_000,
  }, async () => {
    const found = await killApprovals(KILLS);
    console.log(JSON.stringify(found));
    const { wrong, untrue, failedStarts, executions } = found;
    expect({ wrong, untrue, failedStarts }).toEqual({ wrong: [], untrue: [], failedStarts: 0 });
    expect(executions).toBeGreaterThan(0);
  });
});
