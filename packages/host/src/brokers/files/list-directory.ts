import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import type { PinnedDirectory } from './pinned-directory.ts';

const MOST_READ = 10_000;

export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/** The first names of a directory in order. Of one with more than 10,000 any 10,000 are looked at. */
export async function listDirectory(directory: PinnedDirectory, limit: number) {
  const found: { name: string; kind: EntryKind }[] = [];
  let more = false;
  for await (const entry of await opendir(directory.child('.'))) {
    if (found.length === MOST_READ) {
      more = true;
      break;
    }
    found.push({ name: entry.name, kind: kindOf(entry) });
  }
  found.sort((one, other) => (one.name < other.name ? -1 : 1));
  return { entries: found.slice(0, limit), more: more || found.length > limit };
}

function kindOf(entry: Dirent): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
