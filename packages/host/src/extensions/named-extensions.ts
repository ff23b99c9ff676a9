import type { HostConfig } from '@mortise/contracts';
import type { PackagedExtension } from './extension-input.ts';

/** The extensions that a configuration names, in its order. */
export function namedExtensions({
  extensions,
  limits: ofAll,
}: HostConfig): readonly PackagedExtension[] {
  return extensions
    .filter(({ enabled }) => enabled)
    .map(
      ({ id, source, enabled: _enabled, path: _path, written: _written, limits, ...settings }) => ({
        package: source,
        ...(id === undefined ? {} : { id }),
        ...settings,
        // Those of all are here as well, so that a reload with others loads them again.
        ...(limits === undefined && ofAll === undefined ? {} : { limits: { ...ofAll, ...limits } }),
      }),
    );
}
