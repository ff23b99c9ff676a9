import { createHash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapabilitySubject } from '@mortise/contracts';
import { type HostFolder, openHostFolder } from '../../temporary/host-folder.ts';
import { removeLeft } from '../../temporary/remove-left.ts';
import { failed } from '../broker-refusal.ts';
import type { StorageOwnerOf } from '../storage/storage-broker.ts';
import { type StateSize, StateUsage } from './state-usage.ts';

const PRIVATE = 0o700;
/** What guests take for the folder of temporary files. */
const TEMPORARY = 'tmp';
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
  readonly #usages = new Map<string, StateUsage>();
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

  /** Refuses what would be more than the bound. To be disposed of when it is written. */
  admit(folder: string, added: StateSize, mostBytes: number): Promise<Disposable> {
    const usage = this.#usages.get(folder) ?? new StateUsage(folder, this.#mostFiles);
    this.#usages.set(folder, usage);
    return usage.admit(added, mostBytes);
  }

  /** Removes all that an owner has kept. */
  async release(owner: string): Promise<void> {
    if (this.#given === undefined && this.#temporary === undefined) return;
    this.#usages.clear();
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
