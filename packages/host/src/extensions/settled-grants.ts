import {
  CAPABILITY_NAMES,
  type CapabilityGrants,
  grantRequested,
  narrowGrants,
  type RequestedCapabilities,
} from '@mortise/contracts';
import type { UpdateComparison } from '@mortise/loader';
import type { PreparedExtension } from './prepare-extension.ts';
import { resolveGrantPaths } from './resolve-grant-paths.ts';

/** What code gets: what the operator says beside it, or what the lock file holds, of what it asks for. */
export function settledGrants(
  { settings, manifest, kind }: PreparedExtension,
  locked: CapabilityGrants | undefined,
  baseDir: string,
): CapabilityGrants {
  const granted = resolveGrantPaths(settings.grants ?? locked ?? {}, baseDir);
  // A package says in its manifest what it asks for; more than that is never given.
  return kind === 'inline' && manifest.capabilities === undefined
    ? granted
    : narrowGrants(granted, manifest.capabilities, 'manifest');
}

/**
 * What an approval grants: what the operator had granted, and of the capabilities that ask for more
 * now all that they ask for. What was refused at the installation stays refused.
 */
export function grantsAfterApproval(
  before: CapabilityGrants,
  requested: RequestedCapabilities | undefined,
  { changes, workspace }: Pick<UpdateComparison, 'changes'> & { readonly workspace: string },
): CapabilityGrants {
  const wider = new Set<string>(
    changes.flatMap((change) => (change.kind === 'capability_wider' ? [change.capability] : [])),
  );
  const all = grantRequested(requested, workspace);
  return Object.fromEntries(
    CAPABILITY_NAMES.map((name) => [name, wider.has(name) ? all[name] : before[name]]).filter(
      ([, grant]) => grant !== undefined,
    ),
  );
}
