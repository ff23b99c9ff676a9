import { resolve } from 'node:path';
import type { HostConfig } from '@mortise/contracts';
import type { LockedExtension } from '@mortise/loader';
import type { ConfiguredPlace } from './extension-places.ts';

/** The extensions of a configuration in its order, with what the lock file knows of them. */
export function configuredPlaces(
  { extensions }: HostConfig,
  locked: Readonly<Record<string, LockedExtension>>,
  baseDir: string,
): readonly ConfiguredPlace[] {
  const bySource = idsBySource(locked, baseDir);
  return extensions.map(({ source, id }) => {
    const ownId = id ?? bySource.get(resolve(baseDir, source));
    const known = ownId !== undefined && Object.hasOwn(locked, ownId) ? locked[ownId] : undefined;
    return {
      source,
      ...(ownId === undefined ? {} : { id: ownId }),
      toolNames: Object.keys(known?.definitions ?? {}),
    };
  });
}

/** Of two entries of one source the first counts. */
function idsBySource(
  locked: Readonly<Record<string, LockedExtension>>,
  baseDir: string,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const [id, { source }] of Object.entries(locked)) {
    const path = source === undefined ? undefined : resolve(baseDir, source);
    if (path !== undefined && !ids.has(path)) ids.set(path, id);
  }
  return ids;
}
