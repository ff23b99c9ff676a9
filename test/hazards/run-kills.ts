/** `pnpm hazards:kills [count]`: the whole thousand, which takes too long for every test run. */
import { describeKills } from './describe-kills.ts';
import { killRunners } from './kill-runners.ts';

const count = Number(process.argv[2] ?? 1_000);
const summary = await killRunners(count, 60);
console.log(describeKills(summary));
const { notOnce, ranTwice, mixedUp, zombies, leftAfterClose, safeCalls, safeOk } = summary;
const isGood =
  notOnce + ranTwice + mixedUp + zombies + leftAfterClose === 0 && safeCalls === safeOk;
process.exitCode = isGood ? 0 : 1;
