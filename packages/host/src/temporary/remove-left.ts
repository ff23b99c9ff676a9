import { lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tryKernelLock } from '../files/kernel-lock.ts';
import { isInUse } from './folder-use.ts';
import { type FolderKind, LOCK, removeNow } from './host-folder.ts';
import { removeTree } from './remove-tree.ts';

const KINDS = ['run', 'files', 'servers'] satisfies FolderKind[];
const NAME = new RegExp(`^mortise-(?:${KINDS.join('|')})-[A-Za-z0-9]{6}$`);
const OTHERS = 0o077;
/** So many are taken away in one go, which takes a look at every process for each. */
const MOST_LEFT = 50;
/** Takes away what hosts of this account left that were killed. What cannot be looked at stays. Never rejects. */
export async function removeLeft(place: string): Promise<void> {
  await removeUnlocked(place).catch(() => undefined);
}

async function removeUnlocked(place: string): Promise<void> {
  let left = 0;
  for (const name of namesIn(place).filter((each) => NAME.test(each))) {
    await nextTurn();
    const path = join(place, name);
    using lock = tryLock(path);
    if (lock === undefined) continue;
    left += 1;
    if (!isInUse(path, join(path, LOCK))) await removeAll(path);
    if (left === MOST_LEFT) return;
  }
}

/** The lock goes last: what has none stays. */
async function removeAll(folder: string): Promise<void> {
  const others = () => namesIn(folder).filter((name) => name !== LOCK);
  for (const name of others()) await tryRemove(join(folder, name), folder);
  if (others().length === 0) removeNow(folder);
}

/**
 * Undefined if another process has the lock, or the folder is none that a host left: one without a lock is just being
 * made, or the system cleaned up and took the lock of a host that runs.
 */
function tryLock(folder: string): Disposable | undefined {
  const path = join(folder, LOCK);
  try {
    if (!isOwnFolder(folder) || !lstatSync(path).isFile()) return undefined;
    return tryKernelLock(path);
  } catch {
    return undefined;
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
export async function tryRemove(path: string, own: string): Promise<void> {
  try {
    await removeTree(path, own);
  } catch {
    removeNow(path);
  }
}
