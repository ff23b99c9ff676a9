import type { PrunedPart } from '@mortise/host';
import { countOf } from '../output/count-of.ts';
import { formatBytes } from '../output/format-bytes.ts';

const THINGS = {
  sessions: 'session',
  approvals: 'call on hold',
  removedStorage: 'stored value',
  bundles: 'approved bundle',
  cache: 'cached file',
  audit: 'old audit file',
  backups: 'backup',
  drafts: 'unfinished file',
} as const satisfies Record<PrunedPart['what'], string>;

/** How much of one kind is old, in words. */
export function describePruned({ what, count, bytes }: PrunedPart): string {
  const things = countOf(count, THINGS[what]);
  return bytes === 0 ? things : `${things}, ${formatBytes(bytes)}`;
}
