import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { denied, failed } from '../broker-refusal.ts';
import type { DescriptorPaths } from './descriptor-paths.ts';
import { type FileReach, requireForeign, requireInside } from './file-reach.ts';
import type { Location } from './locate.ts';
import { statOpened } from './stat-opened.ts';

// NONBLOCK: opening a FIFO would wait for its other end. NOCTTY: a terminal must not become ours.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

export interface OpenRules {
  readonly reach: FileReach;
  readonly allowHardLinks: boolean;
  readonly descriptors: DescriptorPaths;
}

export interface OpenedFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** Opens for reading; what was opened is checked again by its descriptor. The caller closes it. */
export async function openRegularFile(
  { directory, name }: Location,
  rules: OpenRules,
): Promise<OpenedFile> {
  const path = directory.child(name);
  // Before opening: to open a device can already do something.
  requireRegular(await lstat(path), rules);
  const handle = await open(path, READ);
  try {
    const { stats, path: found } = await statOpened(handle, path, rules.descriptors);
    requireRegular(stats, rules);
    requireInside(found, rules.reach);
    requireForeign(await rules.reach.hostFiles.ownsFile(stats));
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A file with a second name may be a file from outside: its other name is not known. */
export function requireRegular(
  stats: Stats,
  { allowHardLinks }: { allowHardLinks: boolean },
): void {
  if (stats.isDirectory()) throw failed('It is a directory.');
  if (!stats.isFile()) throw denied('It is not a regular file.');
  if (stats.nlink > 1 && !allowHardLinks) {
    throw denied('The file has more than one hard link, and the grant does not allow that.');
  }
}
