import { Value } from '@sinclair/typebox/value';
import { CAPABILITIES, type CapabilityName } from './capability-table.ts';

/** Why a grant cannot be used, or undefined. An embedder may hand over anything. */
export function findGrantFault(name: CapabilityName, rawGrant: unknown): string | undefined {
  const { grant } = CAPABILITIES[name];
  if (Value.Check(grant, rawGrant)) return undefined;
  const fault = Value.Errors(grant, rawGrant).First();
  return `${fault?.path || name}: ${fault?.message ?? 'not valid'}`;
}
