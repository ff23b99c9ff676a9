import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  opendirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Taken away before others get their turn: some milliseconds. */
const ENTRIES_PER_TURN = 500;
/** More than a program makes in its time; one that goes on making them must not keep the host. */
const MOST_ENTRIES = 20_000_000;
const OWNER = 0o700;
/** Of Linux: a descriptor that only names a file. */
const O_PATH = 0o10000000;
const SAME_FOLDER = constants.O_NOFOLLOW | constants.O_DIRECTORY;

/**
 * Takes away a folder that a program has filled, as deep, large and closed as it may be: folders in it are
 * moved to `aside`, which no program can write, and taken away there, so that no path gets long, no link
 * is followed, and no more than two descriptors are open. Others have their turns meanwhile.
 */
export async function removeTree(folder: string, aside: string): Promise<void> {
  await new TreeRemoval(folder, aside).run();
}

class TreeRemoval {
  readonly #parent: string;
  /** Paths as bytes, each in one sign: names need not be texts. */
  readonly #waiting: string[];
  #aside: string | undefined;
  #moved = 0;
  #entries = 0;

  constructor(folder: string, aside: string) {
    this.#parent = aside;
    this.#waiting = [asBytes(folder)];
  }

  async run(): Promise<void> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      await this.#removeFolder(next);
    if (this.#aside !== undefined) rmdirSync(asPath(this.#aside));
  }

  async #removeFolder(folder: string): Promise<void> {
    openUp(folder);
    for (let names = list(folder); names.length > 0; names = list(folder)) {
      for (const { path, isFolder } of names) {
        if (!isFolder) unlinkSync(asPath(path));
        else if (!isRemoved(path)) this.#moveAside(path);
      }
      this.#entries += names.length;
      if (this.#entries > MOST_ENTRIES) throw new Error('It does not get empty.');
      await nextTurn();
    }
    rmdirSync(asPath(folder));
  }

  #moveAside(path: string): void {
    this.#aside ??= asBytes(mkdtempSync(join(this.#parent, 'removed-')));
    this.#moved += 1;
    const target = `${this.#aside}/${this.#moved}`;
    openUp(path);
    renameSync(asPath(path), asPath(target));
    // A process that is just being ended may have put something else there.
    if (lstatSync(asPath(target)).isDirectory()) this.#waiting.push(target);
    else unlinkSync(asPath(target));
  }
}

/** Some of what is in a folder; nothing if it is empty. */
function list(folder: string): readonly { readonly path: string; readonly isFolder: boolean }[] {
  const found: { readonly path: string; readonly isFolder: boolean }[] = [];
  const listing = opendirSync(asPath(folder), { encoding: 'latin1' });
  try {
    while (found.length < ENTRIES_PER_TURN) {
      const entry = listing.readSync();
      if (entry === null) break;
      found.push({ path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() });
    }
  } finally {
    listing.closeSync();
  }
  return found;
}

/** An empty folder needs no more than this. */
function isRemoved(path: string): boolean {
  try {
    rmdirSync(asPath(path));
    return true;
  } catch {
    return false;
  }
}

/** A program may have taken all rights of a folder away, and an ordinary account can neither list nor move it then. */
function openUp(folder: string): void {
  if ((lstatSync(asPath(folder)).mode & OWNER) === OWNER) return;
  const descriptor = openSync(asPath(folder), O_PATH | SAME_FOLDER);
  try {
    chmodSync(`/proc/self/fd/${descriptor}`, OWNER);
  } finally {
    closeSync(descriptor);
  }
}

function asBytes(path: string): string {
  return Buffer.from(path).toString('latin1');
}

function asPath(bytes: string): Buffer {
  return Buffer.from(bytes, 'latin1');
}
