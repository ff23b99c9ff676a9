import { dirname, join } from 'node:path';
import type { PackageView } from '../files/package-view.ts';

/** Where a file in the folder `from` finds a package, links not followed. Nothing of it is read. */
export function findInstalledFolder(
  name: string,
  from: string,
  view: PackageView,
): string | undefined {
  return foldersAbove(from)
    .map((folder) => join(folder, 'node_modules', name))
    .find((folder) => view.isFile(join(folder, 'package.json')));
}

/** A folder and all around it, up to `last` if that is one of them. */
export function foldersAbove(from: string, last?: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    if (!folder.endsWith('/node_modules')) folders.push(folder);
    if (folder === dirname(folder) || folder === last) return folders;
  }
}
