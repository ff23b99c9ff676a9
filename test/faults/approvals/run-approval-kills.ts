/** `pnpm faults:approvals [count]`: kills `mortise serve` so often while calls wait for approval, are approved and run. */
import { describeApprovalKills, isFlawless } from './describe-approval-kills.ts';
import { killServedApprovals } from './kill-served-approvals.ts';

const found = await killServedApprovals(Number(process.argv[2] ?? 500));
for (const key of ['wrong', 'untrue', 'lost', 'failedStarts'] as const) {
  for (const each of found[key].slice(0, 8)) console.log(`${key}: ${each}`);
}
console.log(describeApprovalKills(found));
process.exitCode = isFlawless(found) ? 0 : 1;
