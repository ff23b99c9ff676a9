import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { DescriptorPaths } from './descriptor-paths.ts';
import { type FileReach, interpretPath, requireInside } from './file-reach.ts';
import { isMissing } from './locate.ts';
import { PinnedDirectory } from './pinned-directory.ts';

/** Makes a directory and its parents, each inside the one pinned before it. Answers whether it is new. */
export async function makeDirectory(
  guestPath: string,
  reach: FileReach,
  descriptors: DescriptorPaths,
): Promise<boolean> {
  const { existing, missing } = await splitAtExisting(interpretPath(guestPath, reach));
  requireInside(existing, reach);
  let directory = await PinnedDirectory.open(existing, reach, descriptors);
  try {
    for (const name of missing) {
      const path = directory.child(name);
      await mkdir(path, 0o700);
      const inner = await PinnedDirectory.open(path, reach, descriptors);
      await directory[Symbol.asyncDispose]();
      directory = inner;
    }
  } finally {
    await directory[Symbol.asyncDispose]();
  }
  return missing.length > 0;
}

async function splitAtExisting(path: string) {
  const missing: string[] = [];
  let existing = path;
  for (;;) {
    try {
      return { existing: await realpath(existing), missing };
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing.unshift(basename(existing));
      existing = dirname(existing);
    }
  }
}
