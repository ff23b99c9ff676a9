import type { Stats } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import type { DescriptorPaths } from './descriptor-paths.ts';

/** What was opened, and where it is. */
interface OpenedFacts {
  readonly stats: Stats;
  readonly path: string;
}

/** How Linux names a descriptor whose name has been taken away. */
const GONE = ' (deleted)';

/**
 * The name that a file was opened by counts among its names, even if it was taken away meanwhile: who makes a second
 * name of a file and removes it at the right moment would make it look like a file with one name.
 */
export async function statOpened(
  handle: FileHandle,
  openedPath: string,
  descriptors: DescriptorPaths,
): Promise<OpenedFacts> {
  // In this order: a name that goes between the two is counted still, or seen to have gone.
  const stats = await handle.stat();
  const path = await descriptors.pathOf(handle, openedPath);
  // Without any other name it was replaced by another file, as writers do.
  if (stats.nlink > 0 && path.endsWith(GONE) && !(await isAt(path, stats))) stats.nlink += 1;
  return { stats, path };
}

async function isAt(path: string, { dev, ino }: Stats): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.dev === dev && found.ino === ino;
}
