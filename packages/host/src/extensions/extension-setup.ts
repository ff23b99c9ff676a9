import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { HostConfig } from '@mortise/contracts';
import type { HostOptions } from '../assembly/host-options.ts';
import type { PackagedExtension } from './extension-input.ts';
import { ExtensionLedger } from './extension-ledger.ts';

/** Relative paths of a configuration start where its file is. */
export function baseDirOf({ config, workingDir = process.cwd() }: HostOptions): string {
  if (typeof config !== 'string') return workingDir;
  const path = resolve(workingDir, config);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}

/** Approved code is kept beside the lock file that pins it. */
export function ledgerOf(
  { lockFile }: HostOptions,
  baseDir: string,
): { readonly ledger?: ExtensionLedger } {
  if (lockFile === undefined) return {};
  const bundleFolder = join(dirname(lockFile), '.mortise', 'bundles');
  return { ledger: new ExtensionLedger({ lockFile, bundleFolder, baseDir, newId: randomUUID }) };
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
