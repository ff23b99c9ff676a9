import { join } from 'node:path';
import { findDependencyFolders, packageFolderOf } from '../dependencies/dependency-folders.ts';
import { findInstalledFolder } from '../dependencies/installed-folder.ts';
import type { FileObservation } from '../files/file-observation.ts';
import { MEMORY_ROOT, PackageView } from '../files/package-view.ts';
import type { BundleRequest } from './bundle-request.ts';
import { guestFile } from './guest-files.ts';

const LOADER = join(import.meta.dirname, '..', '..');

/** What the files of `guest` import; all other dependencies of the loader stay out of bundles. */
export const POLYFILL_PACKAGES: readonly string[] = [
  '@noble/hashes',
  '@pkgjs/parseargs',
  'buffer',
  'dequal',
  'events',
  'path-browserify',
  'readable-stream',
  'string_decoder',
  'unenv',
  'util',
];

export interface BundlePackages {
  /** Real folders of the packages that files of a bundle may come from, beside the extension's own. */
  readonly packages: readonly string[];
  /** What of the disk decided that. */
  readonly observed: readonly FileObservation[];
}

/** What an extension declares, and what the host provides to all. */
export function packagesFor(
  { root }: { readonly root: string },
  provided: ReadonlyMap<string, string>,
): BundlePackages {
  const given = new Set([...[...provided.values()].map(packageFolderOf), ...polyfillFolders()]);
  const importers = root === MEMORY_ROOT ? [...given] : [root, ...given];
  const { folders, observed } = findDependencyFolders(importers);
  return { packages: [...given.union(new Set(folders))].sort(), observed };
}

/**
 * All folders that the files of a bundle are read from, by real path: what a jail around the bundler
 * has to leave readable, beside the bundler itself and what it runs on.
 */
export function readableFolders({ root, packages }: BundleRequest): readonly string[] {
  const guest = guestFile('').replace(/\/$/, '');
  return [...(root === MEMORY_ROOT ? [] : [root]), guest, ...packages];
}

/** What the program of the bundler is read from: the loader, and what it depends on. */
export function bundlerFolders(): readonly string[] {
  return [LOADER, ...findDependencyFolders([LOADER]).folders];
}

function polyfillFolders(): readonly string[] {
  const view = new PackageView();
  return POLYFILL_PACKAGES.flatMap((name) => {
    const folder = findInstalledFolder(name, LOADER, view);
    return folder === undefined ? [] : [view.followLinks(folder)];
  });
}
