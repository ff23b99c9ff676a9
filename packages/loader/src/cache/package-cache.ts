import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { CacheStore } from '@mortise/contracts';
import type { FileFacts } from '../files/file-facts.ts';
import type { FileObservation } from '../files/file-observation.ts';
import { MEMORY_ROOT } from '../files/package-view.ts';
import { isUnder } from '../files/path-inside.ts';
import type { ListedPackage, SealedPackage } from '../files/sealed-package.ts';
import { type OkPackage, readPackageBytes, writePackageBytes } from './package-bytes.ts';
import { hashToolchain } from './toolchain.ts';

/** What a bundle depends on beside files. */
export interface BundleSettings {
  readonly maxBytes: number;
  readonly provided: ReadonlyMap<string, string>;
  /** The loader's own if absent. */
  readonly apiVersion: string | undefined;
  /** Real paths in the folder of the package that are no part of it. */
  readonly foreign: readonly string[];
}

/** A package that was made, and all that was looked at on the disk for it. */
export interface ObservedPackage {
  readonly loaded: OkPackage;
  readonly observed: readonly FileObservation[];
}

/**
 * Remembers packages by all that went into them. Own files stand in the key, by the package's
 * integrity; everything else that was looked at on the way, with what was seen, is kept beside the
 * package and looked at again before it is used.
 */
export class PackageCache {
  readonly #store: CacheStore;
  #toolchain: string | undefined;

  constructor(store: CacheStore) {
    this.#store = store;
  }

  /** What was made of exactly these inputs before. */
  async find(
    sealed: SealedPackage,
    settings: BundleSettings,
    facts: FileFacts,
  ): Promise<OkPackage | undefined> {
    const bytes = await this.#store.read(this.#keyOf(sealed, settings));
    if (bytes === undefined) return undefined;
    try {
      const { loaded, inside, outside } = readPackageBytes(bytes);
      const isSame =
        facts.stillHold(inside) &&
        (await facts.setStillHolds(outside, () => this.#readSet(outside)));
      return isSame ? loaded : undefined;
    } catch {
      return undefined;
    }
  }

  async keep(
    opened: ListedPackage,
    settings: BundleSettings,
    { loaded, observed }: ObservedPackage,
  ): Promise<void> {
    const isInside = ([, path]: FileObservation) => isUnder(path, opened.root);
    const foreign = JSON.stringify(observed.filter((each) => !isInside(each)).toSorted(byQuestion));
    const outside = createHash('sha256').update(foreign).digest('base64');
    await this.#store.write(setKey(outside), Buffer.from(foreign));
    const inside = observed.filter((each) => isInside(each) && !isSealed(each, opened));
    const bytes = writePackageBytes({ loaded, inside, outside });
    await this.#store.write(this.#keyOf(opened, settings), bytes);
  }

  async #readSet(name: string): Promise<readonly FileObservation[] | undefined> {
    const bytes = await this.#store.read(setKey(name));
    if (bytes === undefined) return undefined;
    return JSON.parse(new TextDecoder().decode(bytes)) as readonly FileObservation[];
  }

  /** A folder's imports are looked up from where it lies; what is in memory lies nowhere. */
  #keyOf({ root, integrity }: SealedPackage, settings: BundleSettings): string {
    this.#toolchain ??= hashToolchain();
    const place = root === MEMORY_ROOT ? '' : root;
    const { maxBytes, apiVersion, provided, foreign } = settings;
    const asked = [maxBytes, apiVersion ?? '', [...provided], foreign];
    return `package ${JSON.stringify([this.#toolchain, asked, place, integrity])}`;
  }
}

const setKey = (name: string) => `inputs ${name}`;

/** Files are read side by side while they are bundled; the same inputs make the same set. */
function byQuestion(
  [kind, path]: FileObservation,
  [otherKind, otherPath]: FileObservation,
): number {
  if (path !== otherPath) return path < otherPath ? -1 : 1;
  return kind < otherKind ? -1 : 1;
}

/**
 * Whether the integrity of a folder covers what was seen. Files that are no links and stand outside
 * of `node_modules` are listed and hashed; that something is missing is not, because a link may come.
 */
function isSealed([kind, path, seen]: FileObservation, { root, sealed }: ListedPackage): boolean {
  return sealed.has(relative(root, path)) && (kind !== 'link' || path === seen);
}
