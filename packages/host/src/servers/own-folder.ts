import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HostFolder, openHostFolder } from '../temporary/host-folder.ts';
import { removeLeft } from '../temporary/remove-left.ts';
import { isUnused, MADE_FOR, namesIn, removeAbandoned } from './abandoned-folders.ts';
import { removeKept } from './remove-kept.ts';

/** The folder of one server, which is its HOME, and the one in it for temporary files. */
export interface OwnFolder {
  readonly home: string;
  readonly temporary: string;
}

const UID = process.getuid?.();
/** In the name of a folder for temporary files, before the number of the host's process. */
const TEMPORARY = 'tmp-';
/** In a cache. */
const PLACE = ['.mortise', 'servers'] as const;

export interface OwnFoldersParts {
  /** Absent if the host keeps nothing. */
  readonly stateDir?: string | undefined;
  readonly cache?: string | undefined;
  /** Where the system keeps temporary files. */
  readonly place?: string;
  /** Wall clock in ms. */
  readonly now?: () => number;
  /** How long the folders of a state that is not there are kept. For good if absent. */
  readonly keepMs?: () => number;
}

/**
 * The folders of the servers of a host. Those of a host that keeps state stay: what a package runner has
 * installed there is there for the next start. Others go with the host. They lie apart from the files of the
 * host, which no program reaches, under `.mortise`, a name that is opened to no extension; granted programs
 * reach none of them, and each server its own.
 */
export class OwnFolders implements Disposable {
  readonly #parts: OwnFoldersParts;
  readonly #stateDir: string | undefined;
  readonly #opened = new Set<string>();
  #base: string | undefined;
  /** Of a host that keeps nothing. */
  #temporary: HostFolder | undefined;

  constructor(parts: OwnFoldersParts = {}) {
    this.#parts = parts;
    this.#stateDir = parts.stateDir;
  }

  /** Real paths of the folders around all that are there, those of other hosts of this account, too. */
  get places(): readonly string[] {
    const all = this.#caches().map((cache) => join(cache, ...PLACE));
    return [...all, this.#temporary?.path ?? ''].flatMap((path) =>
      existsSync(path) ? [realpathSync(path)] : [],
    );
  }

  /** Makes the folder of a server, or finds it. Throws if none can be made that is this account's alone. */
  open(server: string): OwnFolder {
    // Another host of the same state may have taken it away since the last time: nothing was in it.
    const base =
      this.#stateDir === undefined
        ? (this.#base ?? this.#makeTemporary())
        : this.#openBase(this.#stateDir);
    this.#base = base;
    const home = join(base, server.replaceAll(/[^\w-]/g, '_').slice(0, 64));
    const temporary = join(home, `${TEMPORARY}${process.pid}`);
    mkdirSync(temporary, { recursive: true, mode: 0o700 });
    if (!this.#opened.has(home)) removeOrphaned(home);
    this.#opened.add(home);
    return { home, temporary };
  }

  /** Nothing stays of a server that kept nothing. */
  [Symbol.dispose](): void {
    this.#temporary?.[Symbol.dispose]();
    if (this.#base === undefined || this.#stateDir === undefined) return;
    for (const home of this.#opened) tidy(home);
    if (isUnused(this.#base)) removeKept(this.#base);
  }

  /** In a folder of it, apart from the lock: servers have the names that operators give them. */
  #makeTemporary(): string {
    const { place = tmpdir() } = this.#parts;
    this.#temporary = openHostFolder('servers', place);
    void removeLeft(place);
    return join(this.#temporary.path, 'homes');
  }

  #openBase(stateDir: string): string {
    const key = createHash('sha256').update(stateDir).digest('hex').slice(0, 16);
    const { now = Date.now, keepMs } = this.#parts;
    const rule = { now: now(), keepMs: keepMs?.() ?? Number.POSITIVE_INFINITY };
    const faults: string[] = [];
    for (const cache of this.#caches()) {
      try {
        const all = makePrivate(join(cache, ...PLACE));
        removeAbandoned(all, rule);
        const base = makePrivate(join(all, key));
        writeFileSync(join(base, MADE_FOR), stateDir, { mode: 0o600 });
        return realpathSync(base);
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
      }
    }
    throw new Error(`There is no folder for it: ${faults.join('; ')}`);
  }

  #caches(): readonly string[] {
    const { cache = cacheOfHome() } = this.#parts;
    const temporary = join(tmpdir(), `mortise-${UID ?? 'user'}`);
    return cache === undefined ? [temporary] : [cache, temporary];
  }
}

/** Of an account without a home there is none. */
function cacheOfHome(): string | undefined {
  try {
    return join(homedir(), '.cache');
  } catch {
    return undefined;
  }
}

/** What a start leaves behind that the next one makes anew. */
const TRACES = ['.npmrc', '.npm/_logs', '.npm/_update-notifier-last-checked'];

function tidy(home: string): void {
  // That something may be half installed is worth knowing only where something is.
  const marks = existsSync(join(home, '.npm', '_npx')) ? [] : ['.starting'];
  for (const name of [`${TEMPORARY}${process.pid}`, ...TRACES, ...marks]) {
    removeKept(join(home, name));
  }
  for (const folder of [join(home, '.npm'), home]) removeEmpty(folder);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds something, or is not there.
  }
}

/** Takes away temporary files of hosts that were killed. */
function removeOrphaned(home: string): void {
  for (const name of namesIn(home)) {
    const [, pid] = /^tmp-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    removeKept(join(home, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}

function makePrivate(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  // Windows has neither owners nor modes.
  if (UID !== undefined && (uid !== UID || (mode & 0o022) !== 0)) {
    throw new Error(`${folder} can be written by other accounts`);
  }
  return folder;
}
