import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { CacheStore, ExtensionStorage, StorageOwners } from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';
import { PackageCache } from '@mortise/loader';
import type { ProgramJail } from '@mortise/processes';
import type { Sandbox } from '@mortise/sandbox';
import type { StateFolders } from '../brokers/files/state-folders.ts';
import { extensionDiagnostics } from '../extensions/extension-diagnostics.ts';
import type { PackagedExtension } from '../extensions/extension-input.ts';
import { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import type { ExtensionState } from '../extensions/extension-state.ts';
import { INLINE, pathOfSource } from '../extensions/locate-source.ts';
import { lockDiagnostics } from '../extensions/lock-diagnostics.ts';
import { LockStore } from '../extensions/lock-store.ts';
import { createLockView } from '../extensions/lock-view.ts';
import { isInline } from '../extensions/prepare-extension.ts';
import type { SharedLock } from '../extensions/shared-lock.ts';
import { stateFolderAt } from '../state/state-folder.ts';
import { baseDirOf } from './base-dir.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostLimits } from './host-limits.ts';
import type { HostOptions } from './host-options.ts';
import { BINARY_DIRECTORIES } from './open-brokers.ts';
import { storagePath } from './storage-path.ts';

export interface ExtensionParts {
  readonly sandbox: Sandbox;
  readonly catalog: ToolCatalog;
  readonly limits: HostLimits;
  readonly configuration: HostConfiguration;
  readonly cache: CacheStore | undefined;
  readonly bundlerJail: ProgramJail;
  /** Absent where nothing is pinned. */
  readonly lock: SharedLock | undefined;
  readonly storage?: ExtensionStorage;
  readonly stateFolders?: StateFolders;
}

/** The extensions of a host; none is loaded yet. */
export function openExtensions(
  options: HostOptions,
  basics: HostBasics,
  parts: ExtensionParts,
): ExtensionLifecycle {
  const { sandbox, catalog, limits, configuration, cache, storage, bundlerJail, lock } = parts;
  const { stateFolders } = parts;
  const { newId, lifetime, folder, hostFiles } = basics;
  const baseDir = baseDirOf(options);
  const { lockFile } = options;
  // Approved code is kept with the rest of the state, or beside the lock file that pins it.
  const lockStore =
    lock === undefined
      ? undefined
      : new LockStore({
          ...{ lock, baseDir },
          bundleFolder: (folder ?? stateFolderAt(join(dirname(lock.path), '.mortise'))).bundles,
        });
  const extensions = new ExtensionLifecycle({
    ...{ sandbox, catalog, baseDir, newId, lifetime, bundlerJail },
    limitsOf: (own) => limits.of(own),
    ownPaths: () => hostFiles.listKept(),
    ...storageParts(options, basics, storage),
    ...(stateFolders === undefined ? {} : { stateFolders }),
    ...(lockStore === undefined ? {} : { lockStore }),
    ...(options.placesLogs && { placesLogs: true }),
    ...(cache === undefined ? {} : { cache: new PackageCache(cache) }),
  });
  addDiagnostics(basics, configuration, { extensions, baseDir, lockFile });
  protectFolders(options, basics, { configuration, extensions, baseDir });
  return extensions;
}

/** A storage in a file names owners as seen from there; any other from the configuration. */
function storageParts(
  options: HostOptions,
  basics: HostBasics,
  storage: ExtensionStorage | undefined,
): { readonly storage?: StorageOwners; readonly storageDir?: string } {
  const path = storagePath(options, basics);
  return {
    ...(storage?.owners === undefined ? {} : { storage: storage.owners }),
    ...(path === undefined ? {} : { storageDir: dirname(resolve(path)) }),
  };
}

/** The code of an extension is as much as its grants: no grant for files reaches it. */
function protectFolders(
  {
    extensionFolders = 'protected',
    extensions: given = [],
    binaryDirectories = BINARY_DIRECTORIES,
  }: HostOptions,
  { hostFiles, events }: HostBasics,
  parts: {
    readonly configuration: HostConfiguration;
    readonly extensions: ExtensionLifecycle;
    readonly baseDir: string;
  },
): void {
  const { configuration, extensions, baseDir } = parts;
  hostFiles.add(() => ({ programs: grantedPrograms(extensions.list(), binaryDirectories) }));
  events.on('changed', () => hostFiles.forget());
  if (extensionFolders === 'open') return;
  hostFiles.add(() => {
    const origins = [
      ...configuration.current.extensions.map(({ source }) => source),
      ...given.map((each) => (isInline(each) ? INLINE : nameOf(each))),
      ...extensions.list().map(({ origin }) => origin),
    ];
    const sources = [...new Set(origins)].filter((origin) => origin !== INLINE);
    const found = sources.map((origin) => ({ origin, path: pathOfSource(origin, baseDir) }));
    // A folder of that name would be taken for a package that is not installed.
    const missing = found.filter(({ path }) => path === undefined);
    return {
      folders: [
        ...found.map(({ path }) => path),
        ...missing.map(({ origin }) => resolve(baseDir, origin)),
      ],
      reserved: sources.map((origin) => resolve(baseDir, origin)),
    };
  });
}

/** What process grants name, by path or to be looked up. */
function grantedPrograms(
  extensions: readonly Pick<ExtensionState, 'granted'>[],
  directories: readonly string[],
): readonly string[] {
  return extensions
    .flatMap(({ granted }) => granted.process?.allowedBinaries ?? [])
    .flatMap((name) => (isAbsolute(name) ? [name] : directories.map((each) => join(each, name))));
}

/** An embedder may hand over anything. */
function nameOf(input: string | PackagedExtension): string {
  return typeof input === 'string' ? input : String(input?.package ?? '');
}

interface ListedExtensions {
  readonly extensions: ExtensionLifecycle;
  readonly baseDir: string;
  readonly lockFile: string | undefined;
}

function addDiagnostics(
  { diagnostics }: HostBasics,
  configuration: HostConfiguration,
  { extensions, baseDir, lockFile }: ListedExtensions,
): void {
  diagnostics.add(() =>
    configuration.place(extensionDiagnostics(extensions.list(), configuration.current, baseDir)),
  );
  if (lockFile === undefined) return;
  const look = createLockView(lockFile);
  diagnostics.add(() => {
    const states = extensions.list();
    const world = { lockFile, states, baseDir, config: configuration.current };
    return configuration.place(lockDiagnostics(look(), world));
  });
}
