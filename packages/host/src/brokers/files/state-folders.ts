import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, opendir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapabilitySubject } from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import type { StorageOwnerOf } from '../storage/storage-broker.ts';

const PRIVATE = 0o700;
/** What guests take for the folder of temporary files. */
const TEMPORARY = 'tmp';
/** How long a sum is believed; what was written since is added to it. */
const FRESH_MS = 60_000;
/** Files that are added up; a folder with more is full. */
const MOST_FILES = 50_000;

/**
 * The folders that extensions have to themselves, one for each owner of stored values and each agent.
 * They lie in the host's own state, which no other grant reaches.
 */
export class StateFolders implements Disposable {
  readonly #ownerOf: StorageOwnerOf;
  readonly #onTemporary: () => void;
  readonly #given: string | undefined;
  readonly #used = new Map<string, { bytes: number; readonly at: number }>();
  #temporary: string | undefined;

  /** Without a folder they are temporary, and go with the host; `onTemporary` is called when theirs is made. */
  constructor(
    folder: string | undefined,
    ownerOf: StorageOwnerOf,
    onTemporary: () => void = () => undefined,
  ) {
    this.#given = folder;
    this.#ownerOf = ownerOf;
    this.#onTemporary = onTemporary;
  }

  /** The folder in which all of them lie, if it goes with the host. */
  get temporary(): string | undefined {
    return this.#temporary;
  }

  /** The real folder of the extension and agent of a call; made if it is not there. */
  async folderFor({ extensionId, agentId }: CapabilitySubject): Promise<string> {
    const owner = this.#ownerFolder(this.#requireOwner(extensionId ?? ''));
    const folder = join(owner, nameOf(agentId));
    await mkdir(join(folder, TEMPORARY), { recursive: true, mode: PRIVATE });
    return realpath(folder);
  }

  /** Whether so many bytes more are within the bound; they are counted then. */
  async admit(folder: string, added: number, most: number): Promise<boolean> {
    const known = this.#used.get(folder);
    const isFresh = known !== undefined && performance.now() - known.at < FRESH_MS;
    const used = isFresh ? known : { bytes: await sizeOf(folder), at: performance.now() };
    this.#used.set(folder, used);
    if (used.bytes + added > most) {
      this.#used.delete(folder);
      return false;
    }
    used.bytes += added;
    return true;
  }

  /** Removes all that an owner has kept. */
  async release(owner: string): Promise<void> {
    if (this.#given === undefined && this.#temporary === undefined) return;
    this.#used.clear();
    await rm(this.#ownerFolder(owner), { recursive: true, force: true });
  }

  [Symbol.dispose](): void {
    if (this.#temporary !== undefined) rmSync(this.#temporary, { recursive: true, force: true });
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
      this.#temporary = mkdtempSync(join(tmpdir(), 'mortise-files-'));
      this.#onTemporary();
    }
    return join(this.#given ?? this.#temporary ?? '', nameOf(owner));
  }
}

/** Ids and sources are whatever they are; their hash is a name. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  let files = 0;
  const open = [folder];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for await (const entry of await opendir(path)) {
      files += 1;
      if (files > MOST_FILES) return Number.POSITIVE_INFINITY;
      const inner = join(path, entry.name);
      if (entry.isDirectory()) open.push(inner);
      else bytes += (await stat(inner).catch(() => undefined))?.size ?? 0;
    }
  }
  return bytes;
}
