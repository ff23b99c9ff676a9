import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DescriptorPaths } from './descriptor-paths.ts';
import { type FileReach, interpretPath, requireInside } from './file-reach.ts';
import { PinnedDirectory } from './pinned-directory.ts';

/** A name in a pinned directory. Whether something has that name is not known yet. */
export interface Location {
  readonly directory: PinnedDirectory;
  readonly name: string;
}

export interface LocateOptions {
  readonly reach: FileReach;
  readonly descriptors: DescriptorPaths;
  /** Whether a link at the end is followed (if it leads to a place inside) or is meant itself. */
  readonly end: 'follow' | 'keep';
}

/** Resolves links, checks where they lead, and pins the directory. */
export async function locate(guestPath: string, options: LocateOptions): Promise<Location> {
  const { reach, descriptors } = options;
  const path = await resolveLinks(interpretPath(guestPath, reach), options.end);
  requireInside(path, reach);
  if (reach.roots.includes(path)) {
    return { directory: await PinnedDirectory.open(path, reach, descriptors), name: '.' };
  }
  const directory = await PinnedDirectory.open(dirname(path), reach, descriptors);
  return { directory, name: basename(path) };
}

/** `undefined` if not even the directory is there. */
export async function locateIfThere(
  guestPath: string,
  options: LocateOptions,
): Promise<Location | undefined> {
  try {
    return await locate(guestPath, options);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function resolveLinks(path: string, end: 'follow' | 'keep'): Promise<string> {
  const inParent = async () => join(await realpath(dirname(path)), basename(path));
  if (end === 'keep') return inParent();
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return inParent();
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 'ENOENT';
}
