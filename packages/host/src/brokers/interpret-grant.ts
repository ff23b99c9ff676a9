import { CapabilityGrants, type CapabilityName, type JsonValue } from '@mortise/contracts';
import { Value } from '@sinclair/typebox/value';
import { grantUnusable } from './create-broker.ts';
import { intersectGrants } from './intersect-grants.ts';

/** The grant of one capability in the form its broker works with. */
export type GrantOf<Name extends CapabilityName> = NonNullable<CapabilityGrants[Name]>;

/**
 * Reads `subject.grant`: either an effective grant, or the pair `{ granted, declared }` of a sandbox,
 * of which the intersection holds. What does not match the schema is no grant.
 */
export function interpretGrant<Name extends CapabilityName>(
  capability: Name,
): (grant: JsonValue) => GrantOf<Name> {
  return (grant) => {
    const pair = isPair(grant) ? grant : undefined;
    const granted = checkGrant(capability, pair === undefined ? grant : pair.granted);
    if (pair === undefined) return granted[capability] as GrantOf<Name>;
    const effective = intersectGrants({ [capability]: pair.declared }, granted)[capability];
    if (effective === undefined) throw grantUnusable(capability, 'the tool declares nothing of it');
    return effective as GrantOf<Name>;
  };
}

function checkGrant(capability: CapabilityName, grant: JsonValue): CapabilityGrants {
  const grants = { [capability]: capability === 'secrets' ? namedSecrets(grant) : grant };
  if (Value.Check(CapabilityGrants, grants)) return grants;
  const fault = Value.Errors(CapabilityGrants, grants).First();
  throw grantUnusable(capability, `${fault?.path || 'grant'}: ${fault?.message ?? 'not valid'}`);
}

/** A bare name is short for a secret that is bound nowhere and never revealed. */
function namedSecrets(grant: JsonValue): JsonValue {
  if (!Array.isArray(grant)) return grant;
  return grant.map((each: JsonValue) => (typeof each === 'string' ? { name: each } : each));
}

function isPair(grant: JsonValue): grant is { granted: JsonValue; declared: JsonValue } {
  if (typeof grant !== 'object' || grant === null) return false;
  return Object.hasOwn(grant, 'granted') && Object.hasOwn(grant, 'declared');
}
