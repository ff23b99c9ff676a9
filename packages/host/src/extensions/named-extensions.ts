import type { HostConfig } from '@mortise/contracts';
import type { PackagedExtension } from './extension-input.ts';

/** The extensions that a configuration names, in its order. */
export function namedExtensions({ extensions }: HostConfig): readonly PackagedExtension[] {
  return extensions
    .filter(({ enabled }) => enabled)
    .map(({ id, source, config, grants, limits }) => ({
      package: source,
      ...(id === undefined ? {} : { id }),
      ...(config === undefined ? {} : { config }),
      ...(grants === undefined ? {} : { grants }),
      ...(limits === undefined ? {} : { limits }),
    }));
}
