import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ToolCatalog } from '@mortise/core';
import type { Sandbox } from '@mortise/sandbox';
import { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import { LockStore } from '../extensions/lock-store.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostLimits } from './host-limits.ts';
import type { HostOptions } from './host-options.ts';

export interface ExtensionParts {
  readonly sandbox: Sandbox;
  readonly catalog: ToolCatalog;
  readonly limits: HostLimits;
}

/** The extensions of a host; none is loaded yet. */
export function openExtensions(
  options: HostOptions,
  { newId, lifetime }: HostBasics,
  { sandbox, catalog, limits }: ExtensionParts,
): ExtensionLifecycle {
  const baseDir = baseDirOf(options);
  const { lockFile } = options;
  // Approved code is kept beside the lock file that pins it.
  const lockStore =
    lockFile === undefined
      ? undefined
      : new LockStore({
          ...{ lockFile, baseDir, newId },
          bundleFolder: join(dirname(lockFile), '.mortise', 'bundles'),
        });
  return new ExtensionLifecycle({
    ...{ sandbox, catalog, baseDir, newId, lifetime },
    limitsOf: (own) => limits.of(own),
    ...(lockStore === undefined ? {} : { lockStore }),
  });
}

/** Relative paths of a configuration start where its file is. */
function baseDirOf({ config, workingDir = process.cwd() }: HostOptions): string {
  if (typeof config !== 'string') return workingDir;
  const path = resolve(workingDir, config);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}
