import { describe, expect, it } from 'vitest';
import { describeApprovalKills } from './approvals/describe-approval-kills.ts';
import { killServedApprovals } from './approvals/kill-served-approvals.ts';

/** `pnpm faults:approvals` does 500, `pnpm test:full` 60. */
const KILLS = 2;

describe('mortise serve, killed while calls wait, are approved or run (T-4)', () => {
  it('runs each once or never, says which, and loses no hold and no decision', {
    timeout: 180_000,
  }, async () => {
    const found = await killServedApprovals(KILLS);
    console.log(describeApprovalKills(found));
    const { wrong, untrue, lost, failedStarts } = found;
    expect({ wrong, untrue, lost, failedStarts }).toEqual({
      ...{ wrong: [], untrue: [], lost: [], failedStarts: [] },
    });
  });
});
