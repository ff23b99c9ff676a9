import type { Asker, CapabilityDefinition } from './capability-definition.ts';
import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityGrants,
  type CapabilityName,
  type GrantOf,
  type RequestOf,
} from './capability-table.ts';
import { findGrantFault } from './find-grant-fault.ts';
import { interpretRequests } from './interpret-requests.ts';

/** What of a grant is left by a request that fits its schema; undefined if nothing is. */
export function narrowGrant<Name extends CapabilityName>(
  name: Name,
  { granted, asked, asker }: { granted: GrantOf<Name>; asked: RequestOf<Name>; asker: Asker },
): GrantOf<Name> | undefined {
  const definition: CapabilityDefinition = CAPABILITIES[name];
  // Its own definition narrows a grant to a grant.
  return definition.narrow(granted, asked, asker) as GrantOf<Name> | undefined;
}

/** What of all grants a request leaves: never more than either. What was not asked for is not given. */
export function narrowGrants(
  granted: CapabilityGrants,
  rawRequest: unknown,
  asker: Asker,
): CapabilityGrants {
  const requested = interpretRequests(rawRequest);
  const narrowed = CAPABILITY_NAMES.map((name) => {
    const [grant, asked] = [granted[name], requested[name]];
    if (grant === undefined || asked === undefined) return [name, undefined] as const;
    // Kept as it is, so that its use is denied with what is wrong with it.
    if (findGrantFault(name, grant) !== undefined) return [name, grant] as const;
    return [name, narrowGrant(name, { granted: grant, asked, asker })] as const;
  });
  return Object.fromEntries(narrowed.filter(([, grant]) => grant !== undefined));
}
