import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { CacheStore } from '@mortise/contracts';
import { openCacheSecret } from './cache-secret.ts';
import { type CachePruning, type PrunedFiles, pruneCache } from './prune-cache.ts';

const MAC_BYTES = 32;
const MAX_BYTES = 256_000_000;
/** How stale the time of last use may be: a write for each read would cost more than the read. */
const USE_PRECISION_MS = 12 * 60 * 60 * 1_000;
const PRUNE_EVERY = 64;

export interface FolderCacheOptions {
  /** Entries that were not used for longest go when there is more; 256 MB by default. */
  readonly maxBytes?: number;
}

/**
 * Keeps entries as files of one folder that several processes share. Each is signed, together with
 * its name, with a secret of this user: what was damaged, moved or made elsewhere is not there, and
 * is taken away. Where nothing can be written, nothing is kept.
 */
export class FolderCache implements CacheStore {
  readonly #folder: string;
  readonly #maxBytes: number;
  #secret: Buffer | undefined;
  #isOpened = false;
  #writes = 0;

  constructor(folder: string, { maxBytes = MAX_BYTES }: FolderCacheOptions = {}) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    const secret = this.#open();
    if (secret === undefined) return undefined;
    const name = nameOf(key);
    const path = join(this.#folder, name);
    const signed = readUsed(path);
    if (signed === undefined) return undefined;
    const bytes = signed.subarray(MAC_BYTES);
    const mac = signed.subarray(0, MAC_BYTES);
    if (mac.length === MAC_BYTES && timingSafeEqual(mac, sign(secret, name, bytes))) return bytes;
    remove(path);
    return undefined;
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    const secret = this.#open();
    if (secret === undefined || bytes.length > this.#maxBytes / 4) return;
    const name = nameOf(key);
    const draft = join(this.#folder, `draft-${randomBytes(8).toString('hex')}`);
    try {
      const signed = Buffer.concat([sign(secret, name, bytes), bytes]);
      writeFileSync(draft, signed, { mode: 0o600, flag: 'wx' });
      renameSync(draft, join(this.#folder, name));
    } catch {
      // A full disk, a folder that became read-only: the next process learns it again.
      remove(draft);
    }
    if (this.#writes % PRUNE_EVERY === 0) await this.prune({ maxBytes: this.#maxBytes });
    this.#writes += 1;
  }

  /** Takes away what is old, or too much. Never rejects. */
  prune(pruning: CachePruning): Promise<PrunedFiles> {
    return pruneCache(this.#folder, pruning);
  }

  #open(): Buffer | undefined {
    if (!this.#isOpened) this.#secret = openCacheSecret(this.#folder);
    this.#isOpened = true;
    return this.#secret;
  }
}

function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function sign(secret: Buffer, name: string, bytes: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(name).update(bytes).digest();
}

function readUsed(path: string): Buffer | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const now = Date.now();
      const { mtimeMs } = fstatSync(descriptor);
      const bytes = readFileSync(descriptor);
      if (now - mtimeMs > USE_PRECISION_MS) futimesSync(descriptor, now / 1_000, now / 1_000);
      return bytes;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Read-only: it is as bad at the next reading, and is not used then either.
  }
}
