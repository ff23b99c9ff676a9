/** `pnpm faults:kills [count]`: kills `mortise serve` so often while it is used and edited. */
import { describeServeKills, isFlawless } from './describe-serve-kills.ts';
import { killServes } from './kill-serves.ts';

const found = await killServes(Number(process.argv[2] ?? 500));
for (const key of ['lost', 'broken', 'refused', 'failedStarts'] as const) {
  for (const each of found[key].slice(0, 5)) console.log(`${key}: ${each}`);
}
console.log(describeServeKills(found));
process.exitCode = isFlawless(found) ? 0 : 1;
