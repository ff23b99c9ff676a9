import { posix } from 'node:path';
import { INSTALLED } from '../files/list-folder.ts';
import type { PackageView } from '../files/package-view.ts';
import { isUnder } from '../files/path-inside.ts';
import type { BundleReach } from './bundle-reach.ts';
import type { AssetPattern } from './module-syntax.ts';
import { scopeOf } from './resolve-module.ts';
import { showPath } from './show-path.ts';

/** All embedded files of one bundle together, as base64. */
const MAX_EMBEDDED_CHARS = 4_000_000;
const PLACEHOLDER = 'Object("mortise:package-files")';
/** A bundle without white space has quotes of its own choice. */
const WRITTEN_PLACEHOLDER = /Object\((["'`])mortise:package-files\1\)/g;

export interface AssetParts {
  readonly view: PackageView;
  readonly reach: BundleReach;
  readonly root: string;
  /** All files of the package, relative to its root. */
  readonly files: readonly string[];
}

/** Files of the package that its code reads with `new URL(…, import.meta.url)`, kept in the bundle. */
export class PackageAssets {
  readonly #parts: AssetParts;
  readonly #embedded = new Map<string, string>();
  readonly #left: string[] = [];
  #chars = 0;

  constructor(parts: AssetParts) {
    this.#parts = parts;
  }

  /** Files that were wanted and did not fit. */
  get leftOut(): readonly string[] {
    return this.#left;
  }

  /** `importer` is the path of a file of the package, or of one of a dependency. */
  want(pattern: AssetPattern, importer: string): void {
    const { root, files } = this.#parts;
    const path = posix.join(posix.dirname(importer), pattern.prefix);
    // By itself: of a package with very many files there is no list.
    if (pattern.isExact && this.#isOfPackage(path, importer)) this.#embedFrom(path);
    if (!isUnder(path, root)) return;
    const prefix = posix.relative(root, path);
    const isWanted = pattern.isExact
      ? (file: string) => file === prefix || file.startsWith(`${prefix}/`)
      : (file: string) => matches(file, prefix, pattern);
    for (const file of files) if (isWanted(file)) this.#embedFrom(posix.join(root, file));
  }

  /** The package.json of a package whose code may look for it from where it is. */
  wantManifest(root: string | undefined): void {
    if (root !== undefined) this.#embedFrom(posix.join(root, 'package.json'));
  }

  /** The module behind `mortise:package-files`: it is loaded before every pattern is known. */
  moduleText(): string {
    return `export const files = ${PLACEHOLDER};`;
  }

  /** Puts the files where the module of them came to stand. */
  fillIn(code: string): string {
    const entries = [...this.#embedded].sort(([left], [right]) => (left < right ? -1 : 1));
    return code.replaceAll(WRITTEN_PLACEHOLDER, () => JSON.stringify(Object.fromEntries(entries)));
  }

  /**
   * Packages beside it, or installed in it, need not be declared: code reads data of its own package alone.
   * By real path, because a link may lead to one of them.
   */
  #isOfPackage(path: string, importer: string): boolean {
    const own = scopeOf(importer, this.#parts);
    if (own === undefined || scopeOf(path, this.#parts) !== own) return false;
    const real = this.#parts.view.followLinks(path);
    if (scopeOf(real, this.#parts) !== own) return false;
    return !posix.relative(own, real).split('/').includes(INSTALLED);
  }

  #embedFrom(path: string): void {
    const { view, root } = this.#parts;
    const file = showPath(path, root);
    const key = `/extension/${file}`;
    if (this.#embedded.has(key) || /\.(?:[cm]?[jt]sx?|node|wasm|map)$/.test(path)) return;
    if (view.look(path) !== 'file') return;
    const bytes = view.read(path);
    if (bytes === undefined) return;
    if (this.#chars + bytes.length * 1.34 > MAX_EMBEDDED_CHARS) {
      this.#left.push(file);
      return;
    }
    this.#chars += bytes.length * 1.34;
    this.#embedded.set(key, Buffer.from(bytes).toString('base64'));
  }
}

/** The unknown part is one name: it does not reach into folders below. */
function matches(file: string, prefix: string, pattern: AssetPattern): boolean {
  const start = pattern.prefix.endsWith('/') && !prefix.endsWith('/') ? `${prefix}/` : prefix;
  if (!file.startsWith(start) || !file.endsWith(pattern.suffix)) return false;
  return !file.slice(start.length).includes('/');
}
