import { Value } from '@sinclair/typebox/value';
import { explainFirstFault } from '../schema/explain-schema-error.ts';
import { CAPABILITIES, type CapabilityName } from './capability-table.ts';

/** Why a grant cannot be used, or undefined. An embedder may hand over anything. */
export function findGrantFault(name: CapabilityName, rawGrant: unknown): string | undefined {
  const { grant } = CAPABILITIES[name];
  if (Value.Check(grant, rawGrant)) return undefined;
  return explainFirstFault(grant, rawGrant, name) ?? `${name}: not valid`;
}
