import type { ServeKills } from './kill-serves.ts';

/** One line that a person can check against what is promised. */
export function describeServeKills(found: ServeKills): string {
  const { kills, early, stored, loaded, reloads, edits, editorKills, seconds } = found;
  const edited = Object.entries(edits).map(([kind, count]) => `${count} ${kind}`);
  return [
    `${kills} kills of mortise serve in ${seconds.toFixed(0)} s (${early} while it started)`,
    `acknowledged: ${stored} stored values, ${loaded} loads and unloads, ${edited.join(', ')}`,
    `${reloads} reloads, ${editorKills} commands killed`,
    `lost ${found.lost.length}, files that do not parse ${found.broken.length}, edits refused ${found.refused.length}, failed starts ${found.failedStarts.length}`,
  ].join('; ');
}

/** Whether nothing is missing, broken or refused. */
export function isFlawless({ lost, broken, refused, failedStarts }: ServeKills): boolean {
  return lost.length + broken.length + refused.length + failedStarts.length === 0;
}
