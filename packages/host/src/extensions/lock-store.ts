import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson, type ExtensionManifest, type ToolDescription } from '@mortise/contracts';
import {
  checkManifest,
  compareUpdate,
  type LockedExtension,
  lockEntry,
  type UpdateComparison,
} from '@mortise/loader';
import { changeFile } from '../files/change-file.ts';
import { isLocalSource } from './locate-source.ts';
import type { PreparedExtension } from './prepare-extension.ts';
import {
  type BundlePruning,
  type PrunedBundles,
  pruneBundles,
  touchFile,
} from './prune-bundles.ts';
import { isSameOrigin } from './same-origin.ts';
import type { SharedLock } from './shared-lock.ts';

export interface LockStoreParts {
  readonly lock: SharedLock;
  /** Folder that keeps the bundles that were approved, by their hash. */
  readonly bundleFolder: string;
  /** Where relative names of sources start. */
  readonly baseDir: string;
}

/** The code an operator approved, kept so that it can go on while an update waits. */
export interface KeptBundle {
  readonly source: string;
  readonly manifest: ExtensionManifest;
}

/** What a pin wrote, and what stood there before it. */
export interface PinnedEntry {
  readonly before: LockedExtension | undefined;
  readonly after: LockedExtension;
}

/** What an operator decides about an entry, from what stood there before. */
export type SettleEntry = (
  before: LockedExtension | undefined,
) => Pick<LockedExtension, 'granted' | 'storageSource'>;

type EntryChange = (before: LockedExtension | undefined) => LockedExtension | undefined;

/** What is installed, what it was granted, and the code that was approved for it. */
export class LockStore {
  readonly #parts: LockStoreParts;

  constructor(parts: LockStoreParts) {
    this.#parts = parts;
  }

  /** Everything that is installed, by id. */
  async entries(): Promise<Readonly<Record<string, LockedExtension>>> {
    return (await this.#parts.lock.read()).extensions;
  }

  async entry(id: string): Promise<LockedExtension | undefined> {
    const { extensions } = await this.#parts.lock.read();
    return Object.hasOwn(extensions, id) ? extensions[id] : undefined;
  }

  /** What a candidate changes against what was approved; `undefined` if it was never installed. */
  async compare(
    extension: PreparedExtension,
    offered: readonly ToolDescription[],
  ): Promise<UpdateComparison | undefined> {
    const { id, loaded, origin } = extension;
    const locked = await this.entry(id);
    if (locked === undefined || loaded === undefined) return undefined;
    const source = this.#isFrom(locked, origin) ? locked.source : origin;
    const from = source === undefined ? {} : { source };
    const isLocal = isLocalSource(origin, this.#parts.baseDir);
    return compareUpdate(locked, lockEntry({ loaded, registered: offered, ...from }), { isLocal });
  }

  /** Whether this is, to the byte and from the same place, what was approved. */
  async isApproved({ id, loaded, origin }: PreparedExtension): Promise<boolean> {
    const locked = await this.entry(id);
    return (
      locked !== undefined &&
      locked.bundleHash === `sha256-${loaded?.bundle.hash}` &&
      locked.integrity === loaded?.integrity &&
      this.#isFrom(locked, origin)
    );
  }

  /**
   * Pins an extension and keeps its code. What it is granted, and whose stored values it has, is asked
   * for when the lock file is written, so that a grant or its end by another process in between is not
   * undone.
   */
  async pin(
    extension: PreparedExtension,
    offered: readonly ToolDescription[],
    settle: SettleEntry,
  ): Promise<PinnedEntry | undefined> {
    const { id, loaded, origin, source, manifest } = extension;
    if (loaded === undefined) return undefined;
    const entry = lockEntry({ loaded, registered: offered, source: origin });
    await this.#keep(entry.bundleHash, { source, manifest });
    let before: LockedExtension | undefined;
    const after = await this.change(id, (known) => {
      before = known;
      return { ...entry, ...settle(known) };
    });
    return after && { before, after };
  }

  /** Takes a pin back, unless another process has changed the entry since. */
  async unpin(id: string, { before, after }: PinnedEntry): Promise<void> {
    await this.change(id, (known) =>
      canonicalJson(known ?? null) === canonicalJson(after) ? before : known,
    );
  }

  /** Changes one entry, or makes it or takes it out; answers what it is now. */
  async change(id: string, change: EntryChange): Promise<LockedExtension | undefined> {
    let after: LockedExtension | undefined;
    await this.#parts.lock.change((lock) => {
      const { extensions } = lock;
      after = change(Object.hasOwn(extensions, id) ? extensions[id] : undefined);
      const others = Object.entries(extensions).filter(([each]) => each !== id);
      const entries = after === undefined ? others : [...others, [id, after] as const];
      return { ...lock, extensions: Object.fromEntries(entries) };
    });
    return after;
  }

  async forget(id: string): Promise<void> {
    if ((await this.entry(id)) !== undefined) await this.change(id, () => undefined);
  }

  /** Takes away kept code that the lock file does not name. Rejects if that cannot be read. */
  prune(pruning: BundlePruning): Promise<PrunedBundles> {
    const { bundleFolder, lock } = this.#parts;
    const named = async () =>
      Object.values((await lock.readAnew()).extensions).map(({ bundleHash }) =>
        this.#pathOf(bundleHash),
      );
    return pruneBundles(bundleFolder, named, pruning);
  }

  /** The approved code, if it is there and still what was approved. */
  async kept({ bundleHash, requested }: LockedExtension): Promise<KeptBundle | undefined> {
    const { source, manifest } = await this.#readKept(bundleHash);
    if (typeof source !== 'string' || hashOf(source) !== bundleHash) return undefined;
    const checked = checkManifest(manifest, { file: 'mortise.json' });
    if (checked.status === 'failed') return undefined;
    // The kept manifest has no hash of its own; what the code may ask for is what the lock file says.
    return { source, manifest: { ...checked.manifest, capabilities: requested } };
  }

  async #readKept(bundleHash: string): Promise<Record<string, unknown>> {
    try {
      const rawBundle: unknown = JSON.parse(await readFile(this.#pathOf(bundleHash), 'utf8'));
      return { ...(rawBundle as object) };
    } catch {
      return {};
    }
  }

  async #keep(bundleHash: string, bundle: KeptBundle): Promise<void> {
    const text = JSON.stringify(bundle);
    const path = this.#pathOf(bundleHash);
    const { isChanged } = await changeFile(path, () => text, { mode: 0o600 });
    // Old code that is approved again is in use from now on, before the lock file says so.
    if (!isChanged) await touchFile(path);
  }

  // The hash comes from a file people edit; only its letters and digits become part of a path.
  #pathOf(bundleHash: string): string {
    return join(this.#parts.bundleFolder, `${bundleHash.replaceAll(/[^A-Za-z0-9-]/g, '_')}.json`);
  }

  #isFrom({ source }: LockedExtension, origin: string): boolean {
    return source === undefined || isSameOrigin(source, origin, this.#parts.baseDir);
  }
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('hex')}`;
}
