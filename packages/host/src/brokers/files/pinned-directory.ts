import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { DescriptorPaths } from './descriptor-paths.ts';
import { type FileReach, requireForeign, requireInside } from './file-reach.ts';

const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A directory that was opened and then found to lie in a root. Work in it goes through `child`. */
export class PinnedDirectory implements AsyncDisposable {
  readonly path: string;
  /** What it was checked with. */
  readonly reach: FileReach;
  readonly #handle: FileHandle;
  readonly #descriptors: DescriptorPaths;

  private constructor(
    { path, reach }: { readonly path: string; readonly reach: FileReach },
    handle: FileHandle,
    descriptors: DescriptorPaths,
  ) {
    this.path = path;
    this.reach = reach;
    this.#handle = handle;
    this.#descriptors = descriptors;
  }

  static async open(
    path: string,
    reach: FileReach,
    descriptors: DescriptorPaths,
  ): Promise<PinnedDirectory> {
    const handle = await open(path, DIRECTORY);
    try {
      const found = await descriptors.pathOf(handle, path);
      requireInside(found, reach);
      requireForeign(reach.hostFiles.ownsFolder(found));
      return new PinnedDirectory({ path: found, reach }, handle, descriptors);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** `name` is one segment; `.` is the directory itself. */
  child(name: string): string {
    return this.#descriptors.childOf(this.#handle, this.path, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
