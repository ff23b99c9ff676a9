import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  opendirSync,
  openSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MortiseError } from '@mortise/contracts';
import { tryKernelLock } from '../../files/kernel-lock.ts';
import { isInUse } from './folder-use.ts';
import { removeTree } from './remove-tree.ts';

const PREFIX = 'mortise-run-';
const NAME = /^mortise-run-[A-Za-z0-9]{6}$/;
const LOCK = 'lock';
const OTHERS = 0o077;

/** A folder for the temporary files of one run; gone when it is disposed of. */
export interface RunFolder extends AsyncDisposable {
  readonly path: string;
}

interface HostFolder extends Disposable {
  readonly path: string;
}

/**
 * Temporary folders of granted programs. All of one host lie in a folder that it has locked as long as
 * one of them is in use: the kernel lets go of the lock of a host that was killed, and the next one takes
 * such folders away.
 */
export class RunFolders {
  readonly #place: string;
  #own: HostFolder | undefined;
  #runs = 0;
  #made = 0;
  #looked: Promise<void> | undefined;

  /** `place` is where the system keeps temporary files. */
  constructor(place: string = tmpdir()) {
    this.#place = place;
  }

  /** Resolves when what killed hosts left has been looked at, which goes on beside the first runs. */
  get looked(): Promise<void> {
    // What cannot be looked at stays.
    this.#looked ??= removeLeft(this.#place).catch(() => undefined);
    return this.#looked;
  }

  make(): RunFolder {
    void this.looked;
    this.#own ??= openHostFolder(realpathSync(this.#place));
    this.#made += 1;
    const own = this.#own.path;
    const path = join(own, String(this.#made));
    this.#runs += 1;
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      this.#release();
      throw error;
    }
    return { path, [Symbol.asyncDispose]: () => this.#remove(path, own) };
  }

  async #remove(path: string, own: string): Promise<void> {
    await tryRemove(path, own);
    this.#release();
  }

  #release(): void {
    this.#runs -= 1;
    if (this.#runs > 0) return;
    this.#own?.[Symbol.dispose]();
    this.#own = undefined;
  }
}

/** How often another host may be faster before that is a fault. */
const MOST_ATTEMPTS = 10;

/** Leaves nothing behind if it cannot be locked: on a full disk, or without descriptors. */
function openHostFolder(place: string, attempt = 1): HostFolder {
  const path = mkdtempSync(join(place, PREFIX));
  try {
    const lock = tryKernelLock(join(path, LOCK));
    if (lock !== undefined) return describeFolder(path, lock);
  } catch (error) {
    if (existsSync(path) || attempt >= MOST_ATTEMPTS) throw whyNot(path, error);
  }
  // Another host was faster, takes it for one that was left, and removes it.
  if (attempt < MOST_ATTEMPTS) return openHostFolder(place, attempt + 1);
  throw new MortiseError('file_not_writable', `${path}: other hosts take it away.`);
}

/** What the system says of a file in a folder, which SQLite does not repeat. Removes the folder. */
function whyNot(path: string, fault: unknown): unknown {
  try {
    closeSync(openSync(join(path, 'probe'), 'wx'));
    return fault;
  } catch (error) {
    return error;
  } finally {
    removeNew(path);
  }
}

/** Most often it is empty, and an empty one can be removed without descriptors. */
function removeNew(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    removeNow(path);
  }
}

function describeFolder(path: string, lock: Disposable): HostFolder {
  const remove = (): void => {
    removeNow(path);
    lock[Symbol.dispose]();
  };
  return { path, [Symbol.dispose]: remove };
}

/** Undefined if another process has the lock, or the folder has gone. */
function tryLock(folder: string): Disposable | undefined {
  try {
    return tryKernelLock(join(folder, LOCK));
  } catch {
    return undefined;
  }
}

/** So many are looked at in one go, which takes a look at every process for each. */
const MOST_LEFT = 50;

/** Takes away what hosts of this account left that were killed. What cannot be looked at stays. */
async function removeLeft(place: string): Promise<void> {
  const names = namesIn(place).filter((each) => NAME.test(each));
  for (const name of names.slice(0, MOST_LEFT)) {
    await nextTurn();
    const path = join(place, name);
    if (!isOwnFolder(path) || isInUse(path)) continue;
    const lock = tryLock(path);
    if (lock === undefined) continue;
    for (const each of namesIn(path)) if (each !== LOCK) await tryRemove(join(path, each), path);
    removeNow(path);
    lock[Symbol.dispose]();
  }
}

/** A link, or a folder that others may have put there, is none of ours. */
function isOwnFolder(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isDirectory() !== true) return false;
  return facts.uid === process.geteuid?.() && (facts.mode & OTHERS) === 0;
}

/** More of what lies where the system keeps temporary files is not read: a host waits for that. */
const MOST_NAMES = 5_000;

function namesIn(folder: string): readonly string[] {
  const names: string[] = [];
  try {
    const opened = opendirSync(folder);
    try {
      while (names.length < MOST_NAMES) {
        const entry = opened.readSync();
        if (entry === null) break;
        names.push(entry.name);
      }
    } finally {
      opened.closeSync();
    }
  } catch {
    // What was read counts.
  }
  return names;
}

/** What cannot be removed does not matter to what the program answered; the next host tries again. */
async function tryRemove(path: string, own: string): Promise<void> {
  try {
    await removeTree(path, own);
  } catch {
    removeNow(path);
  }
}

/** For what no program has filled, or as a last try. */
function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It lies where the system keeps temporary files, and takes them away.
  }
}
