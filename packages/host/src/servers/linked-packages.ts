import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { packagesAbove } from './readable-places.ts';

/** More than any workspace has; what lies beyond is not looked for. */
const MOST_FOLDERS = 500;
/** Where pnpm keeps all packages of a workspace, thousands of them linked to each other. */
const STORE = /^.*?\/node_modules\/\.pnpm(?=\/)/;

/**
 * Packages that lie elsewhere and are only linked into folders of installed ones, as those of a workspace are,
 * with what they import in turn.
 */
export function linkedPackages(installed: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const open = [...installed];
  const seen = new Set(open);
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const target of targetsIn(folder)) {
      if (isInside(target, [...installed, ...found])) continue;
      // As a whole: a walk through it would end at the bound and leave packages out that others import.
      found.add(STORE.exec(target)?.[0] ?? target);
      for (const next of packagesAbove(target)) {
        if (seen.size >= MOST_FOLDERS) return [...found, ...seen];
        if (!seen.has(next)) open.push(next);
        seen.add(next);
      }
    }
  }
  return [...found, ...seen];
}

/** Where the links of a folder of packages lead, those of its scopes included. */
function targetsIn(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return realOf(path);
    return entry.isDirectory() && entry.name.startsWith('@') ? targetsIn(path) : [];
  });
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function realOf(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}
