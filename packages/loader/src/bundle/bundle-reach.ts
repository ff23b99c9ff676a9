import { extname, relative, sep } from 'node:path';
import { isForeignName } from '../files/foreign-name.ts';
import { INSTALLED } from '../files/list-folder.ts';
import { isUnder } from '../files/path-inside.ts';
import type { BundleRequest } from './bundle-request.ts';
import { guestFile } from './guest-files.ts';

type ReachParts = Pick<BundleRequest, 'root' | 'packages' | 'foreign'>;

/** The folders that the files of one bundle come from. Paths are real ones. */
export class BundleReach {
  readonly #root: string;
  /** The longest first: a package may lie in another one. */
  readonly #folders: readonly string[];

  readonly #foreign: readonly string[];

  /** Packages are those that are declared and lie where dependencies do. */
  constructor({ root, packages, foreign }: ReachParts) {
    this.#root = root;
    this.#foreign = foreign;
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

  /** Whether a file may be read: it is part of the package that it lies in. */
  holds(path: string): boolean {
    const isOwn = this.isOwn(path);
    const container = isOwn ? this.#root : this.containerOf(path);
    if (container === undefined || this.#isForeign(path)) return false;
    const names = relative(container, path).split(sep);
    return !names.some((name) => isForeignName(name) || (!isOwn && name === INSTALLED));
  }

  #isForeign(path: string): boolean {
    return this.#foreign.some(
      (foreign) =>
        isUnder(path, foreign) ||
        (extname(foreign) !== '' &&
          path.startsWith(foreign) &&
          BESIDE.test(path.slice(foreign.length))),
    );
  }

  /** Whether a file belongs to the package, or the part of one, in a folder. */
  isPartOf(folder: string, path: string): boolean {
    if (!isUnder(path, folder)) return false;
    if (this.isOwn(folder)) return true;
    return this.containerOf(path) === this.containerOf(folder) && this.holds(path);
  }
}

/** What a host keeps beside a file under its name: drafts, write-ahead logs. */
const BESIDE = /^[.~-]/;

function withoutTrailing(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}
