import type { KillSummary } from './kill-runners.ts';

/** One line that a person can check against what the specification asks for. */
export function describeKills(summary: KillSummary): string {
  const { kills, calls, ok, lost, recoveryMs, recoveries, seconds } = summary;
  const losses = Object.entries(lost).map(([code, count]) => `${count} ${code}`);
  return [
    `${kills} kills in ${seconds.toFixed(1)} s: ${calls} calls, ${ok} ok, ${losses.join(', ') || '0 lost'}`,
    `neighbour ${summary.safeOk} of ${summary.safeCalls} ok`,
    `recovered ${recoveries} times, median ${recoveryMs.median} ms, p95 ${recoveryMs.p95} ms, max ${recoveryMs.max} ms`,
    `not ended once ${summary.notOnce}, run twice ${summary.ranTwice}, mixed up ${summary.mixedUp}, zombies ${summary.zombies}, left after close ${summary.leftAfterClose}`,
  ].join('; ');
}
