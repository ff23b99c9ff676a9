import type { HostConfig } from '@mortise/contracts';
import type { LockedExtension } from '@mortise/loader';
import type { ConfiguredPlace } from './extension-places.ts';
import { isSameOrigin } from './same-origin.ts';

/** The extensions of a configuration in its order, with what the lock file knows of them. */
export function configuredPlaces(
  { extensions }: HostConfig,
  locked: Readonly<Record<string, LockedExtension>>,
  baseDir: string,
): readonly ConfiguredPlace[] {
  return extensions.map(({ source, id }) => {
    const known = Object.entries(locked).find(([lockedId, entry]) =>
      id === undefined
        ? entry.source !== undefined && isSameOrigin(entry.source, source, baseDir)
        : lockedId === id,
    );
    const ownId = id ?? known?.[0];
    return {
      source,
      ...(ownId === undefined ? {} : { id: ownId }),
      toolNames: Object.keys(known?.[1].definitions ?? {}),
    };
  });
}
