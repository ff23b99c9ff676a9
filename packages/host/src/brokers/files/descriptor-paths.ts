import type { FileHandle } from 'node:fs/promises';
import { readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { denied } from '../broker-refusal.ts';

/** How a host finds out where an open descriptor is, and works below one. */
export interface DescriptorPaths {
  /** The real path of what was opened, whatever has been renamed since; refuses if it cannot tell. */
  pathOf(handle: FileHandle, openedPath: string): Promise<string>;
  /** A path for `name` in an open directory. */
  childOf(directory: FileHandle, directoryPath: string, name: string): string;
}

/**
 * Asks the kernel, and reaches children through the descriptor: once a directory has been checked,
 * no other process can put another in its place.
 */
export const linuxDescriptors: DescriptorPaths = {
  pathOf: (handle) => readlink(`/proc/self/fd/${handle.fd}`),
  childOf: (directory, _directoryPath, name) => `/proc/self/fd/${directory.fd}/${name}`,
};

/**
 * Resolves the path again and compares what is there with what was opened, for systems that cannot
 * tell the path of a descriptor. Holds against guests, which cannot make links; does not hold against
 * another process that swaps links at the right moments (measured: one read in a few hundred).
 */
export const portableDescriptors: DescriptorPaths = {
  async pathOf(handle, openedPath) {
    const path = await realpath(openedPath);
    const [found, opened] = await Promise.all([stat(path), handle.stat()]);
    if (found.dev !== opened.dev || found.ino !== opened.ino) {
      throw denied('The file was replaced while it was opened.');
    }
    return path;
  },
  childOf: (_directory, directoryPath, name) => join(directoryPath, name),
};

export function systemDescriptors(platform: NodeJS.Platform): DescriptorPaths {
  return platform === 'linux' ? linuxDescriptors : portableDescriptors;
}
