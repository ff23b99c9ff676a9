import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** What is hashed: it stands in front of the data, so that equal data of two kinds has two hashes. */
export type HashKind = 'arguments' | 'definition' | 'approval' | 'policy' | 'request' | 'offer';

/**
 * SHA-256 over the kind and the canonical form of data: `sha256-` and 64 hexadecimal digits. The order
 * of keys does not matter; unicode forms, the order of lists and everything else that JSON keeps does.
 */
export function hashOf(kind: HashKind, data: unknown): string {
  return hashOfText(kind, canonicalJson(data ?? null));
}

/** The same over a text as it is. */
export function hashOfText(kind: HashKind, text: string): string {
  return `sha256-${hash('sha256', `mortise ${kind}\n${text}`)}`;
}
