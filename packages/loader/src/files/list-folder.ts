import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isForeignName } from './foreign-name.ts';

/** Where installed packages lie; each of them is one of its own. */
export const INSTALLED = 'node_modules';

/**
 * Paths of all files of a package in a folder, relative, sorted by code point. Links are not followed
 * and not listed.
 */
export function listFolder(root: string, maxEntries: number): readonly string[] | undefined {
  const found: string[] = [];
  const open = [''];
  let entries = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readFolder(join(root, folder))) {
      entries += 1;
      if (entries > maxEntries) return undefined;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isForeignName(entry.name)) continue;
      if (entry.isDirectory() && entry.name !== INSTALLED) open.push(path);
      else if (entry.isFile()) found.push(path);
    }
  }
  return found.sort();
}

function readFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
