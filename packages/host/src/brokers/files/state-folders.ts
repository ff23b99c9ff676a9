import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, opendir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapabilitySubject } from '@mortise/contracts';
import { type HostFolder, openHostFolder } from '../../temporary/host-folder.ts';
import { removeLeft } from '../../temporary/remove-left.ts';
import { failed } from '../broker-refusal.ts';
import type { StorageOwnerOf } from '../storage/storage-broker.ts';
import { isMissing } from './locate.ts';

const PRIVATE = 0o700;
/** What guests take for the folder of temporary files. */
const TEMPORARY = 'tmp';
/** How long a sum is believed; what was written since is added to it. */
const FRESH_MS = 60_000;
/** Files and folders that are added up. Each takes room of the disk, an empty one too. */
const MOST_FILES = 50_000;

export interface StateFoldersParts {
  /** Where they lie; without it they are temporary, and go with the host. */
  readonly folder?: string | undefined;
  /** Called when there is a place for temporary ones. */
  readonly onTemporary?: () => void;
  /** Where the system keeps temporary files. */
  readonly place?: string | undefined;
  /** For tests. */
  readonly mostFiles?: number | undefined;
}

/** What an operation adds at most. */
export interface StateSize {
  readonly bytes: number;
  readonly files: number;
}

/**
 * The folders that extensions have to themselves, one for each owner of stored values and each agent.
 * They lie in the host's own state, which no other grant reaches.
 */
export class StateFolders implements Disposable {
  readonly #ownerOf: StorageOwnerOf;
  readonly #onTemporary: (() => void) | undefined;
  readonly #given: string | undefined;
  readonly #mostFiles: number;
  readonly #place: string;
  readonly #used = new Map<string, StateSize & { readonly at: number }>();
  #temporary: HostFolder | undefined;

  constructor(
    { folder, onTemporary, place = tmpdir(), mostFiles = MOST_FILES }: StateFoldersParts,
    ownerOf: StorageOwnerOf,
  ) {
    this.#given = folder;
    this.#onTemporary = onTemporary;
    this.#mostFiles = mostFiles;
    this.#place = place;
    this.#ownerOf = ownerOf;
  }

  /** The folder in which all of them lie, if it goes with the host. */
  get temporary(): string | undefined {
    return this.#temporary?.path;
  }

  /** The real folder of the extension and agent of a call; made if it is not there. */
  async folderFor({ extensionId, agentId }: CapabilitySubject): Promise<string> {
    const owner = this.#ownerFolder(this.#requireOwner(extensionId ?? ''));
    const folder = join(owner, nameOf(agentId));
    await mkdir(join(folder, TEMPORARY), { recursive: true, mode: PRIVATE });
    return realpath(folder);
  }

  /** Refuses what would be more than the bound; what is added is counted then. */
  async admit(folder: string, added: StateSize, mostBytes: number): Promise<void> {
    const known = this.#used.get(folder);
    const isFresh = known !== undefined && performance.now() - known.at < FRESH_MS;
    const believed = isFresh ? sum(known, added) : undefined;
    if (believed !== undefined && this.#findExcess(believed, mostBytes) === undefined) {
      this.#used.set(folder, { ...believed, at: known?.at ?? 0 });
      return;
    }
    // What took the place of something, or was removed, is less than what was counted.
    const at = performance.now();
    const used = await sizeOf(folder, this.#mostFiles);
    const excess = this.#findExcess(sum(used, added), mostBytes);
    this.#used.set(folder, { ...(excess === undefined ? sum(used, added) : used), at });
    if (excess !== undefined) {
      throw failed(`The folder of the extension would have more than ${excess}.`, 'ENOSPC');
    }
  }

  #findExcess({ bytes, files }: StateSize, mostBytes: number): string | undefined {
    if (bytes > mostBytes) return `${mostBytes} bytes`;
    return files > this.#mostFiles ? `${this.#mostFiles} files and folders` : undefined;
  }

  /** Removes all that an owner has kept. */
  async release(owner: string): Promise<void> {
    if (this.#given === undefined && this.#temporary === undefined) return;
    this.#used.clear();
    await rm(this.#ownerFolder(owner), { recursive: true, force: true });
  }

  [Symbol.dispose](): void {
    this.#temporary?.[Symbol.dispose]();
    this.#temporary = undefined;
  }

  /** A call that outlives its extension writes nothing under a name that another may get. */
  #requireOwner(extensionId: string): string {
    const owner = this.#ownerOf(extensionId);
    if (owner === undefined) throw failed('The extension is not loaded any more.');
    return owner;
  }

  #ownerFolder(owner: string): string {
    if (this.#given === undefined && this.#temporary === undefined) {
      this.#temporary = openHostFolder('files', this.#place);
      void removeLeft(this.#place);
      this.#onTemporary?.();
    }
    return join(this.#given ?? this.#temporary?.path ?? '', nameOf(owner));
  }
}

/** Ids and sources are whatever they are; their hash is a name. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
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
