/** `pnpm faults:servers [count]`: ends a server that npx started, in every way, and counts what stays. */
import { restartServers } from './restart-servers.ts';

const count = Number(process.argv[2] ?? 1_000);
const { restarts, ways, deepest, lost, orphans, seconds } = await restartServers(
  count,
  (done, left) => {
    if (done % 100 === 0) console.log(`${done} restarts, ${left} processes left`);
  },
);
for (const each of [...lost, ...orphans].slice(0, 10)) console.log(each);
const how = Object.entries(ways).map(([way, times]) => `${way} ${times}`);
console.log(
  `${restarts} restarts of a server that npx started in ${seconds} s (${how.join(', ')}); trees of up to ${deepest} processes; not back ${lost.length}, processes left ${orphans.length}`,
);
process.exitCode = restarts === count && lost.length + orphans.length === 0 ? 0 : 1;
