import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapabilityGrants, ExtensionManifest, ToolDescription } from '@mortise/contracts';
import {
  checkManifest,
  compareUpdate,
  type LockedExtension,
  lockEntry,
  readLock,
  type UpdateComparison,
  writeLock,
} from '@mortise/loader';
import { KeyedTurns } from './keyed-turns.ts';
import type { PreparedExtension } from './prepare-extension.ts';
import { isSameOrigin } from './same-origin.ts';

export interface LockStoreParts {
  /** Path of `mortise.lock`. */
  readonly lockFile: string;
  /** Folder that keeps the bundles that were approved, by their hash. */
  readonly bundleFolder: string;
  /** Where relative names of sources start. */
  readonly baseDir: string;
  readonly newId: () => string;
}

/** The code an operator approved, kept so that it can go on while an update waits. */
export interface KeptBundle {
  readonly source: string;
  readonly manifest: ExtensionManifest;
}

/**
 * What is installed, what it was granted, and the code that was approved for it. The file is read
 * anew each time: other programs edit it, too.
 */
export class LockStore {
  readonly #parts: LockStoreParts;
  readonly #turns = new KeyedTurns();

  constructor(parts: LockStoreParts) {
    this.#parts = parts;
  }

  /** Everything that is installed, by id. */
  async entries(): Promise<Readonly<Record<string, LockedExtension>>> {
    return (await readLock(this.#parts.lockFile)).extensions;
  }

  async entry(id: string): Promise<LockedExtension | undefined> {
    const { extensions } = await readLock(this.#parts.lockFile);
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
    return compareUpdate(locked, lockEntry({ loaded, registered: offered, ...from }));
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

  /** Pins an extension with what it was granted, and keeps its code. */
  async pin(
    extension: PreparedExtension,
    offered: readonly ToolDescription[],
    granted: CapabilityGrants,
  ): Promise<void> {
    const { id, loaded, origin, source, manifest } = extension;
    if (loaded === undefined) return;
    const entry = lockEntry({ loaded, registered: offered, granted, source: origin });
    await this.#keep(entry.bundleHash, { source, manifest });
    await this.restore(id, entry);
  }

  /** Puts an entry back as it was, or takes it out if there was none. */
  async restore(id: string, entry: LockedExtension | undefined): Promise<void> {
    const { lockFile, newId } = this.#parts;
    await this.#turns.take(lockFile, async () => {
      const { extensions } = await readLock(lockFile);
      const others = Object.entries(extensions).filter(([each]) => each !== id);
      const entries = entry === undefined ? others : [...others, [id, entry] as const];
      const next = { lockVersion: 1, extensions: Object.fromEntries(entries) } as const;
      await writeLock(lockFile, next, newId);
    });
  }

  async forget(id: string): Promise<void> {
    if ((await this.entry(id)) !== undefined) await this.restore(id, undefined);
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
    await mkdir(this.#parts.bundleFolder, { recursive: true, mode: 0o700 });
    const path = this.#pathOf(bundleHash);
    const beside = `${path}.${this.#parts.newId()}`;
    await writeFile(beside, JSON.stringify(bundle), { mode: 0o600 });
    await rename(beside, path);
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
