import { relative, sep } from 'node:path';
import { IGNORED } from '../files/list-folder.ts';
import { isUnder } from '../files/path-inside.ts';
import { guestFile } from './guest-files.ts';

/** The folders that the files of one bundle come from. Paths are real ones. */
export class BundleReach {
  readonly #root: string;
  /** The longest first: a package may lie in another one. */
  readonly #folders: readonly string[];

  /** Packages are those that are declared and lie where dependencies do. */
  constructor({ root, packages }: { readonly root: string; readonly packages: readonly string[] }) {
    this.#root = root;
    const folders = new Set([root, guestFile(''), ...packages].map(withoutTrailing));
    this.#folders = [...folders].sort((one, other) => other.length - one.length);
  }

  /** The folder of the package that a file belongs to; that of the extension for all it brings along. */
  containerOf(path: string): string | undefined {
    return this.#folders.find((folder) => isUnder(path, folder));
  }

  isOwn(path: string): boolean {
    return isUnder(path, this.#root);
  }

  /** Whether this is the folder of a package that may be imported by its name. */
  admits(folder: string): boolean {
    return this.isOwn(folder) || this.#folders.includes(folder);
  }

  /** Whether a file may be read, or is part of the package that it lies in. */
  holds(path: string): boolean {
    if (this.isOwn(path)) return true;
    const container = this.containerOf(path);
    if (container === undefined) return false;
    return !relative(container, path)
      .split(sep)
      .some((name) => IGNORED.has(name));
  }

  /** Whether a file belongs to the package, or the part of one, in a folder. */
  isPartOf(folder: string, path: string): boolean {
    if (!isUnder(path, folder)) return false;
    if (this.isOwn(folder)) return true;
    return this.containerOf(path) === this.containerOf(folder) && this.holds(path);
  }
}

function withoutTrailing(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}
