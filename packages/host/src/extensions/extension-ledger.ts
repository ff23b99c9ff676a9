import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapabilityGrants, ExtensionManifest } from '@mortise/contracts';
import {
  compareUpdate,
  type LockedExtension,
  type LockFile,
  lockEntry,
  type RegisteredTool,
  readLock,
  type UpdateComparison,
  writeLock,
} from '@mortise/loader';
import type { PreparedExtension } from './prepare-extension.ts';

export interface LedgerParts {
  /** Path of `mortise.lock`. */
  readonly lockFile: string;
  /** Folder that keeps the bundles that were approved, by their hash. */
  readonly bundleFolder: string;
  readonly newId: () => string;
}

/** The code an operator approved, kept so that it can go on while an update waits. */
export interface KeptBundle {
  readonly source: string;
  readonly manifest: ExtensionManifest;
}

/** What is installed, what it was granted, and the code that was approved for it. */
export class ExtensionLedger {
  readonly #parts: LedgerParts;
  #lock: LockFile | undefined;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
  }

  async entry(id: string): Promise<LockedExtension | undefined> {
    const { extensions } = await this.#read();
    return Object.hasOwn(extensions, id) ? extensions[id] : undefined;
  }

  async ids(): Promise<readonly string[]> {
    return Object.keys((await this.#read()).extensions);
  }

  /** What a candidate changes against what was approved; `undefined` if it was never installed. */
  async compare(
    extension: PreparedExtension,
    registered: readonly RegisteredTool[],
  ): Promise<UpdateComparison | undefined> {
    const locked = await this.entry(extension.id);
    if (locked === undefined || extension.loaded === undefined) return undefined;
    return compareUpdate(locked, lockEntry({ loaded: extension.loaded, registered }));
  }

  /** Pins an extension with what it was granted, and keeps its code. */
  async pin(
    extension: PreparedExtension,
    registered: readonly RegisteredTool[],
    granted: CapabilityGrants,
  ): Promise<void> {
    const { loaded, origin } = extension;
    if (loaded === undefined) return;
    const entry = lockEntry({ loaded, registered, granted, source: origin });
    await this.#keep(entry.bundleHash, { source: extension.source, manifest: extension.manifest });
    const { extensions } = await this.#read();
    await this.#write({ lockVersion: 1, extensions: { ...extensions, [extension.id]: entry } });
  }

  async forget(id: string): Promise<void> {
    const { extensions } = await this.#read();
    const rest = Object.fromEntries(Object.entries(extensions).filter(([each]) => each !== id));
    await this.#write({ lockVersion: 1, extensions: rest });
  }

  async kept(bundleHash: string): Promise<KeptBundle | undefined> {
    try {
      return JSON.parse(await readFile(this.#pathOf(bundleHash), 'utf8')) as KeptBundle;
    } catch {
      return undefined;
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

  async #read(): Promise<LockFile> {
    this.#lock ??= await readLock(this.#parts.lockFile);
    return this.#lock;
  }

  async #write(lock: LockFile): Promise<void> {
    await writeLock(this.#parts.lockFile, lock, this.#parts.newId);
    this.#lock = lock;
  }
}
