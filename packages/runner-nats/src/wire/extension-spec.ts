import { createHash } from 'node:crypto';
import type { CapabilityGrants, JsonValue, LimitSettings } from '@mortise/contracts';
import type { ExtensionBundle } from '@mortise/sandbox';

/** One extension as a node gets it: its texts lie in the object store under their hashes. */
export interface ExtensionSpec {
  readonly id: string;
  /** SHA-256, hex. */
  readonly source: string;
  readonly map?: string;
  readonly config?: JsonValue;
  readonly limits: LimitSettings;
  readonly trust?: NonNullable<ExtensionBundle['trust']>;
  readonly jit?: NonNullable<ExtensionBundle['jit']>;
  readonly grants?: CapabilityGrants;
  readonly idempotent?: boolean;
  readonly placesLogs?: boolean;
}

export function sumOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

export function specOf(bundle: ExtensionBundle, limits: LimitSettings): ExtensionSpec {
  const { source, map, ...facts } = bundle;
  return {
    ...facts,
    limits,
    source: sumOf(source),
    ...(map === undefined || map === '' ? {} : { map: sumOf(map) }),
  };
}

/** Undefined if it is none, or another one than the key says. */
export function readSpec(json: string, key: string): ExtensionSpec | undefined {
  if (sumOf(json) !== key) return undefined;
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null && 'id' in value && 'source' in value
    ? (value as ExtensionSpec)
    : undefined;
}
