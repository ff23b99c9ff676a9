import { posix } from 'node:path';
import type { PackageView } from '../files/package-view.ts';
import type { AssetPattern } from './module-syntax.ts';

/** All embedded files of one bundle together, as base64. */
const MAX_EMBEDDED_CHARS = 1_500_000;
const PLACEHOLDER = 'Object("mortise:package-files")';

export interface AssetParts {
  readonly view: PackageView;
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

  /** `importer` is a path inside the package. */
  want(pattern: AssetPattern, importer: string): void {
    const prefix = posix.join(posix.dirname(importer), pattern.prefix);
    const wanted = pattern.isExact
      ? this.#parts.files.filter((file) => file === prefix)
      : this.#parts.files.filter((file) => matches(file, prefix, pattern));
    for (const file of wanted) this.#embed(file);
  }

  /** The module behind `mortise:package-files`: it is loaded before every pattern is known. */
  moduleText(): string {
    return `export const files = ${PLACEHOLDER};`;
  }

  /** Puts the files where the module of them came to stand. */
  fillIn(code: string): string {
    const entries = [...this.#embedded].sort(([left], [right]) => (left < right ? -1 : 1));
    return code.replaceAll(PLACEHOLDER, () => JSON.stringify(Object.fromEntries(entries)));
  }

  #embed(file: string): void {
    const key = `/extension/${file}`;
    if (this.#embedded.has(key) || /\.(?:[cm]?[jt]sx?|node|wasm)$/.test(file)) return;
    const bytes = this.#parts.view.read(posix.join(this.#parts.root, file));
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
