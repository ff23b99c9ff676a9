import type { Tampering } from './tamper-log.ts';

/** A table of what was tried, and one line that a person can check against what is promised. */
export function describeTampering(found: Tampering): string {
  const { changes, kinds, missed, misplaced, seconds } = found;
  const rows = Object.entries(kinds).map(
    ([kind, count]) => `  ${String(count).padStart(6)}  ${kind}`,
  );
  const counted = `${changes} changes of an audit log in ${seconds.toFixed(0)} s, each another file than before`;
  return [
    ...rows,
    `${counted}; not found ${missed.length}, another place named ${misplaced.length}`,
  ].join('\n');
}

export function isFlawless({ missed, misplaced }: Tampering): boolean {
  return missed.length + misplaced.length === 0;
}
