import { canonicalJson } from '@mortise/contracts';
import type { LockFile } from './lock-file.ts';

/**
 * The text of `mortise.lock`. The same lock gives the same bytes, so that version control shows what
 * changed and no more.
 */
export function printLock(lock: LockFile): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(lock)), null, 2)}\n`;
}
