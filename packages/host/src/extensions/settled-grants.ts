import {
  addGrantValues,
  type CapabilityGrants,
  type CapabilityName,
  findAdditions,
  narrowGrants,
  type RequestedCapabilities,
} from '@mortise/contracts';
import type { LockedExtension } from '@mortise/loader';
import type { PreparedExtension } from './prepare-extension.ts';
import { resolveGrantPaths } from './resolve-grant-paths.ts';

/**
 * What code gets of what it asks for. For each capability that the configuration grants, that counts;
 * for all others what the lock file holds.
 */
export function settledGrants(
  { settings, manifest, kind }: Pick<PreparedExtension, 'settings' | 'manifest' | 'kind'>,
  locked: CapabilityGrants | undefined,
  baseDir: string,
): CapabilityGrants {
  const granted = resolveGrantPaths({ ...locked, ...settings.grants }, baseDir);
  // A package says in its manifest what it asks for; more than that is never given.
  return kind === 'inline' && manifest.capabilities === undefined
    ? granted
    : narrowGrants(granted, manifest.capabilities, 'manifest');
}

/**
 * What an approval grants: what the operator had granted, and what is asked for now and was not
 * before. A capability of which nothing had been granted although it was asked for stays refused.
 */
export function grantsAfterApproval(
  { granted, requested }: LockedExtension,
  after: RequestedCapabilities | undefined,
  workspace: string,
): CapabilityGrants {
  const isRefused = (name: CapabilityName) =>
    requested[name] !== undefined && granted[name] === undefined;
  const added = findAdditions(requested, after, workspace).filter(
    ({ capability }) => !isRefused(capability),
  );
  return addGrantValues(granted, added, { workspace, hosts: after?.network?.allowedHosts ?? [] });
}
