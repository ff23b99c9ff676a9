import type { ConfigFindings } from './config-findings.ts';
import { CONFIG_LIMITS } from './config-limits.ts';
import type { SourcePosition } from './config-node.ts';

interface KeyParts {
  readonly key: string;
  readonly path: string;
  readonly position?: SourcePosition;
  readonly entries: ReadonlyMap<string, unknown>;
  readonly findings: ConfigFindings;
}

/** Whether a key may enter its map; reports it if not. The first of two equal keys stays. */
export function acceptKey({ key, path, position, entries, findings }: KeyParts): boolean {
  const place = position === undefined ? {} : { position };
  // A key is part of every path below it: one of a megabyte would be in every message.
  if (key.length > CONFIG_LIMITS.keyLength) {
    const message = `a key has more than ${CONFIG_LIMITS.keyLength} characters.`;
    findings.report({ code: 'forbidden_key', path: '', message, ...place });
    return false;
  }
  // As data it would be harmless here, but not in a program that copies it key by key.
  if (key === '__proto__') {
    const message = 'no key may be called __proto__.';
    findings.report({ code: 'forbidden_key', path, subject: key, message, ...place });
    return false;
  }
  if (entries.has(key)) {
    const message = 'the key stands twice in the same place.';
    findings.report({ code: 'duplicate_key', path, subject: key, message, ...place });
    return false;
  }
  return true;
}
