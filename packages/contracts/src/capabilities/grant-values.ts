import type { CapabilityDefinition, GrantPlace, GrantValue } from './capability-definition.ts';
import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityGrants,
  type CapabilityName,
  type GrantOf,
  type RequestedCapabilities,
} from './capability-table.ts';
import { findGrantFault } from './find-grant-fault.ts';
import { grantRequested } from './grant-requested.ts';

/** One thing that is granted, of one capability. */
export interface NamedGrantValue extends GrantValue {
  readonly capability: CapabilityName;
}

const definitionOf = (name: CapabilityName): CapabilityDefinition => CAPABILITIES[name];

/** What grants give, value by value, in the order of the table. A grant that cannot be used gives nothing. */
export function listGrantValues(grants: CapabilityGrants): readonly NamedGrantValue[] {
  return CAPABILITY_NAMES.flatMap((capability) => {
    const grant = grants[capability];
    if (grant === undefined || findGrantFault(capability, grant) !== undefined) return [];
    const { values } = definitionOf(capability);
    return values.list(grant).map((each) => ({ ...each, capability }));
  });
}

/** What values of a capability look like, for people. */
export function formOfGrantValues(capability: CapabilityName): string {
  return definitionOf(capability).values.form;
}

/** A grant with one more value; `undefined` if it is no value of the capability. */
export function addGrantValue<Name extends CapabilityName>(
  capability: Name,
  { grant, value, place }: { grant: GrantOf<Name> | undefined; value: string; place: GrantPlace },
): GrantOf<Name> | undefined {
  const next = definitionOf(capability).values.add(grant, value, place);
  const isUsable = next !== undefined && findGrantFault(capability, next) === undefined;
  return isUsable ? (next as GrantOf<Name>) : undefined;
}

/** A grant without one of its values; `undefined` if nothing is left. */
export function removeGrantValue<Name extends CapabilityName>(
  capability: Name,
  grant: GrantOf<Name>,
  value: string,
): GrantOf<Name> | undefined {
  return definitionOf(capability).values.remove(grant, value) as GrantOf<Name> | undefined;
}

/** The value of a grant that a recorded use fell under, if that can be told. */
export function usedGrantValue(
  capability: CapabilityName,
  grant: unknown,
  target: string,
): string | undefined {
  if (findGrantFault(capability, grant) !== undefined) return undefined;
  return definitionOf(capability).values.usedBy?.(grant, target);
}

/** What an update asks for beyond what its predecessor asked for, in the values it would be granted. */
export function findAdditions(
  before: RequestedCapabilities,
  after: RequestedCapabilities | undefined,
  workspace: string,
): readonly NamedGrantValue[] {
  // Where there is one host, secrets without names of hosts are bound to it; that host may have changed.
  const asNow = { ...before, ...(after?.network && { network: after.network }) };
  const { secrets = [] } = grantRequested(asNow, workspace);
  const known = new Set(
    [...listGrantValues(grantRequested(before, workspace)), ...listGrantValues({ secrets })].map(
      keyOf,
    ),
  );
  return listGrantValues(grantRequested(after, workspace)).filter(
    (each) => !known.has(keyOf(each)),
  );
}

/** Grants with more values; what is no value of its capability is left out. */
export function addGrantValues(
  granted: CapabilityGrants,
  values: readonly Pick<NamedGrantValue, 'capability' | 'value'>[],
  place: GrantPlace,
): CapabilityGrants {
  const grants = new Map<CapabilityName, unknown>(
    CAPABILITY_NAMES.flatMap((name) =>
      granted[name] === undefined ? [] : [[name, granted[name]]],
    ),
  );
  for (const { capability, value } of values) {
    const grant = grants.get(capability) as GrantOf<typeof capability> | undefined;
    const next = addGrantValue(capability, { grant, value, place });
    if (next !== undefined) grants.set(capability, next);
  }
  return Object.fromEntries(grants);
}

const keyOf = ({ capability, value }: NamedGrantValue) => `${capability} ${value}`;
