import { dirname, join } from 'node:path';
import type { FileObservation } from '../files/file-observation.ts';
import { PackageView } from '../files/package-view.ts';
import { declaredDependencies } from './declared-dependencies.ts';
import { isDependencyPlace } from './dependency-place.ts';
import { findInstalledFolder, foldersAbove } from './installed-folder.ts';

/** More than this is no tree of dependencies; what comes after is as if it were not installed. */
const MOST_FOLDERS = 4_000;
/** All of them are read in the host's own process. */
const MOST_MANIFEST_BYTES = 250_000;

export interface DependencyFolders {
  /** Real folders. */
  readonly folders: readonly string[];
  /** What of the disk decided which links count, beside the links and package.json files themselves. */
  readonly observed: readonly FileObservation[];
}

/**
 * The folders of all packages that these packages declare, those that they declare, and so on. Reads
 * nothing of a folder before its place says that it is such a package.
 */
export function findDependencyFolders(packages: readonly string[]): DependencyFolders {
  const view = new PackageView({ maxBytes: MOST_MANIFEST_BYTES });
  const workspaces = new PackageView({ maxBytes: MOST_MANIFEST_BYTES });
  const found = new Set<string>();
  const open = [...packages];
  for (let importer = open.pop(); importer !== undefined; importer = open.pop()) {
    const manifest = view.readObject(join(importer, 'package.json'));
    for (const [name, wanted] of declaredDependencies(manifest)) {
      const folder = findInstalledFolder(name, importer, view);
      if (folder === undefined || found.size >= MOST_FOLDERS) continue;
      const real = view.followLinks(folder);
      if (found.has(real)) continue;
      if (!isDependencyPlace({ name, wanted, importer, folder, real }, workspaces)) continue;
      found.add(real);
      open.push(real);
    }
  }
  return { folders: [...found].sort(), observed: workspaces.observed };
}

/** The folder of the package that a file of the host belongs to; the file's own if there is none. */
export function packageFolderOf(path: string): string {
  const view = new PackageView();
  const named = foldersAbove(dirname(path)).find(
    (folder) => typeof view.readObject(join(folder, 'package.json'))?.['name'] === 'string',
  );
  return named ?? dirname(path);
}
