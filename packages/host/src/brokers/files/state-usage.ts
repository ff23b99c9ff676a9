import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failed } from '../broker-refusal.ts';
import { isMissing } from './locate.ts';

/** How long a sum is believed; what was written since is added to it. */
const FRESH_MS = 60_000;

/** What an operation adds at most. */
export interface StateSize {
  readonly bytes: number;
  readonly files: number;
}

const NOTHING: StateSize = { bytes: 0, files: 0 };

/** How much is in the folder that an extension has to itself, and whether more may come. */
export class StateUsage {
  readonly #folder: string;
  readonly #mostFiles: number;
  #used = NOTHING;
  /** When what is there was added up, ms. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** What was admitted and may not be on the disk yet. */
  #coming = NOTHING;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, mostFiles: number) {
    this.#folder = folder;
    this.#mostFiles = mostFiles;
  }

  /**
   * Refuses what would be more than the bound. To be disposed of when it is written. One after the other: each has
   * to know of those before it.
   */
  admit(added: StateSize, mostBytes: number): Promise<Disposable> {
    const askedAt = performance.now();
    const admitted = this.#last.then(() => this.#admitNext(added, { mostBytes, askedAt }));
    this.#last = admitted.catch(() => undefined);
    return admitted;
  }

  async #admitNext(
    added: StateSize,
    { mostBytes, askedAt }: { readonly mostBytes: number; readonly askedAt: number },
  ): Promise<Disposable> {
    const isFresh = performance.now() - this.#lookedAt < FRESH_MS;
    // What took the place of something, or was removed, is less than what was counted.
    const isRefused = this.#findExcess(added, mostBytes) !== undefined && this.#lookedAt < askedAt;
    if (!isFresh || isRefused) await this.#look();
    const excess = this.#findExcess(added, mostBytes);
    if (excess !== undefined) {
      throw failed(`The folder of the extension would have more than ${excess}.`, 'ENOSPC');
    }
    this.#used = sum(this.#used, added);
    this.#coming = sum(this.#coming, added);
    return {
      [Symbol.dispose]: () => {
        this.#coming = sum(this.#coming, { bytes: -added.bytes, files: -added.files });
      },
    };
  }

  async #look(): Promise<void> {
    const coming = this.#coming;
    const at = performance.now();
    this.#used = sum(await sizeOf(this.#folder, this.#mostFiles), coming);
    this.#lookedAt = at;
  }

  #findExcess(added: StateSize, mostBytes: number): string | undefined {
    const { bytes, files } = sum(this.#used, added);
    if (bytes > mostBytes) return `${mostBytes} bytes`;
    return files > this.#mostFiles ? `${this.#mostFiles} files and folders` : undefined;
  }
}

function sum(one: StateSize, other: StateSize): StateSize {
  return { bytes: one.bytes + other.bytes, files: one.files + other.files };
}

async function sizeOf(folder: string, mostFiles: number): Promise<StateSize> {
  let bytes = 0;
  let files = 0;
  const open = [folder];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for await (const entry of await listingOf(path)) {
      files += 1;
      if (files > mostFiles) return { bytes, files };
      const inner = join(path, entry.name);
      if (entry.isDirectory()) open.push(inner);
      else bytes += (await stat(inner).catch(() => undefined))?.size ?? 0;
    }
  }
  return { bytes, files };
}

/** Nothing is in a folder that another call has removed meanwhile. */
async function listingOf(folder: string): Promise<AsyncIterable<Dirent> | Iterable<Dirent>> {
  try {
    return await opendir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
