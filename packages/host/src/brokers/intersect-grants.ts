import type { CapabilityCeilings, CapabilityGrants } from '@mortise/contracts';
import {
  narrowAttachments,
  narrowFiles,
  narrowNetwork,
  narrowProcess,
  narrowSecrets,
  narrowStorage,
} from './grants/narrow-grant.ts';
import { requestedLimits } from './grants/requested-limits.ts';

/**
 * What an extension or a tool may use: what it asks for, of what the operator granted, within what
 * the agent's policy leaves. Never wider than any of the three.
 *
 * `rawRequest` is a manifest's or a tool's capabilities, as a stranger wrote them: what has the wrong
 * shape asks for nothing. `*` in its lists asks for whatever is granted. A capability or a field that
 * `agentPolicy` does not mention is not limited by it; an empty list leaves nothing.
 */
export function intersectGrants(
  rawRequest: unknown,
  granted: CapabilityGrants,
  agentPolicy: CapabilityCeilings = {},
): CapabilityGrants {
  return narrowAll(narrowAll(granted, requestedLimits(rawRequest), 'none'), agentPolicy, 'keep');
}

type Unmentioned = 'none' | 'keep';

function narrowAll(
  granted: CapabilityGrants,
  limits: CapabilityCeilings,
  unmentioned: Unmentioned,
): CapabilityGrants {
  const narrowed = {
    network: narrow(granted.network, limits.network, narrowNetwork),
    secrets: narrow(granted.secrets, limits.secrets, narrowSecrets),
    storage: narrow(granted.storage, limits.storage, narrowStorage),
    fs_reach: narrow(granted.fs_reach, limits.fs_reach, narrowFiles),
    process: narrow(granted.process, limits.process, narrowProcess),
    attachments: narrow(granted.attachments, limits.attachments, narrowAttachments),
  };
  return Object.fromEntries(Object.entries(narrowed).filter(([, grant]) => grant !== undefined));

  function narrow<Grant, Limit>(
    grant: Grant | undefined,
    limit: Limit | undefined,
    meet: (grant: Grant, limit: Limit) => Grant | undefined,
  ): Grant | undefined {
    if (grant === undefined) return undefined;
    if (limit === undefined) return unmentioned === 'keep' ? grant : undefined;
    return meet(grant, limit);
  }
}
