import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileReach, refusalFor } from './file-reach.ts';
import type { PinnedDirectory } from './pinned-directory.ts';

const MOST_READ = 10_000;

export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/**
 * The first names of a directory in order, without what is out of reach by its name, such as the
 * host's own files. Of one with more than 10,000 any 10,000 are looked at.
 */
export async function listDirectory(directory: PinnedDirectory, reach: FileReach, limit: number) {
  const { entries, more } = await readEntries(directory, reach, MOST_READ);
  return { entries: entries.slice(0, limit), more: more || entries.length > limit };
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** Names in order; of more than `most` any of them. */
export async function readEntries(
  directory: PinnedDirectory,
  reach: FileReach,
  most: number,
): Promise<{ readonly entries: readonly DirectoryEntry[]; readonly more: boolean }> {
  const found: DirectoryEntry[] = [];
  let more = false;
  for await (const entry of await opendir(directory.child('.'))) {
    if (found.length === most) {
      more = true;
      break;
    }
    if (refusalFor(join(directory.path, entry.name), reach) !== undefined) continue;
    found.push({ name: entry.name, kind: kindOf(entry) });
  }
  found.sort((one, other) => (one.name < other.name ? -1 : 1));
  return { entries: found, more };
}

function kindOf(entry: Dirent): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
