import { dirname, join } from 'node:path';
import type { OwnPaths } from '../brokers/files/host-files.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';

/** What of the disk the options of a host name as its own; its extensions are added where they are opened. */
export function ownPaths(options: HostOptions, configuration: HostConfiguration): OwnPaths {
  const { config, lockFile, stateDir, state, storage, audit, cache } = options;
  const beside = typeof state === 'string' ? join(dirname(state), 'storage.db') : undefined;
  return {
    files: [
      pathIn(config),
      configuration.file,
      lockFile,
      ...[state, storage, audit].map(pathIn),
      beside,
    ],
    folders: [
      ...(options.protectedPaths ?? []),
      stateDir,
      pathIn(cache),
      // Where approved code is kept.
      lockFile === undefined ? undefined : join(dirname(lockFile), '.mortise'),
    ],
  };
}

function pathIn(option: unknown): string | undefined {
  return typeof option === 'string' ? option : undefined;
}
