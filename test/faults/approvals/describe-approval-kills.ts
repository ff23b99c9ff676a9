import type { ServedApprovalKills } from './kill-served-approvals.ts';

/** A table that a person can check against what is promised; its last line counts what contradicts it. */
export function describeApprovalKills(found: ServedApprovalKills): string {
  const { kills, phases, states, ways, executions, unknown, seconds } = found;
  return [
    `${kills} kills of mortise serve in ${seconds.toFixed(0)} s`,
    `  killed while a call was   ${listed(phases)}`,
    `  decided                   ${listed(ways)}`,
    `  holds are left            ${listed(states)}`,
    `  executions                ${executions}; ran once or never, and says so: ${unknown}`,
    `wrong ${found.wrong.length}, untrue ${found.untrue.length}, lost ${found.lost.length}, failed starts ${found.failedStarts.length}`,
  ].join('\n');
}

function listed(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return entries.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

/** Whether nothing contradicts what is promised. */
export function isFlawless({ wrong, untrue, lost, failedStarts }: ServedApprovalKills): boolean {
  return wrong.length + untrue.length + lost.length + failedStarts.length === 0;
}
