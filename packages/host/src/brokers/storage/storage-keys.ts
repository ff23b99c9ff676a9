import { canonicalJson } from '@mortise/contracts';

/** Most keys of one namespace, whichever storage keeps them. */
export const MOST_KEYS = 10_000;

/** Whether a key has the value that a write expects: canonical JSON, `null` for none, anything if absent. */
export function isExpected(expected: string | null | undefined, kept: string | undefined): boolean {
  if (expected === undefined) return true;
  const known = kept === undefined || kept === 'null' ? null : canonicalJson(JSON.parse(kept));
  return known === expected;
}
