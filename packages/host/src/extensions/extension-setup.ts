import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { HostConfig } from '@mortise/contracts';
import type { HostOptions } from '../assembly/host-options.ts';
import type { PackagedExtension } from './extension-input.ts';
import { LockStore } from './lock-store.ts';

/** Relative paths of a configuration start where its file is. */
export function baseDirOf({ config, workingDir = process.cwd() }: HostOptions): string {
  if (typeof config !== 'string') return workingDir;
  const path = resolve(workingDir, config);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}

/** Approved code is kept beside the lock file that pins it. */
export function lockStoreOf(
  { lockFile }: HostOptions,
  baseDir: string,
): { readonly lockStore?: LockStore } {
  if (lockFile === undefined) return {};
  const bundleFolder = join(dirname(lockFile), '.mortise', 'bundles');
  return { lockStore: new LockStore({ lockFile, bundleFolder, baseDir, newId: randomUUID }) };
}

/** What the configuration names, in its order. */
export function namedExtensions({ extensions }: HostConfig): readonly PackagedExtension[] {
  return extensions
    .filter(({ enabled }) => enabled)
    .map(({ id, source, config, grants }) => ({
      package: source,
      ...(id === undefined ? {} : { id }),
      ...(config === undefined ? {} : { config }),
      ...(grants === undefined ? {} : { grants }),
    }));
}
