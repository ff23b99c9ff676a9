import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is no part of a package, wherever it lies: installed packages and version control. */
export const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** Paths of all files under a folder, relative, sorted by code point. Links are not followed and not listed. */
export function listFolder(root: string, maxEntries: number): readonly string[] | undefined {
  const found: string[] = [];
  const open = [''];
  let entries = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readFolder(join(root, folder))) {
      entries += 1;
      if (entries > maxEntries) return undefined;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !IGNORED.has(entry.name)) open.push(path);
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
