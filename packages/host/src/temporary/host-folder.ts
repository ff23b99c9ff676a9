import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MortiseError } from '@mortise/contracts';
import { tryKernelLock } from '../files/kernel-lock.ts';

/** In a folder of a host, beside what the host keeps there. */
export const LOCK = 'lock';
/** Programs that run, files of extensions, homes of servers. By these names grants leave them out. */
export type FolderKind = 'run' | 'files' | 'servers';

/** What a host has where the system keeps temporary files. Gone when it is disposed of. */
export interface HostFolder extends Disposable {
  readonly path: string;
}

/** How often another host may be faster before that is a fault. */
const MOST_ATTEMPTS = 10;

/**
 * Makes one that is locked as long as the host has it: the kernel lets go of the lock of a host that was
 * killed, and a later one takes the folder away. Leaves nothing behind if it cannot be locked: on a full
 * disk, or without descriptors.
 */
export function openHostFolder(
  kind: FolderKind,
  place: string = tmpdir(),
  attempt = 1,
): HostFolder {
  const path = mkdtempSync(join(realpathSync(place), `mortise-${kind}-`));
  try {
    const lock = tryKernelLock(join(path, LOCK));
    if (lock !== undefined) return describeFolder(path, lock);
  } catch (error) {
    if (existsSync(path) || attempt >= MOST_ATTEMPTS) throw whyNot(path, error);
  }
  // Another host was faster, takes it for one that was left, and removes it.
  if (attempt < MOST_ATTEMPTS) return openHostFolder(kind, place, attempt + 1);
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

/** The lock goes last: were the host killed meanwhile, a later one knows that the folder was left. */
function describeFolder(path: string, lock: Disposable): HostFolder {
  const remove = (): void => {
    for (const name of entriesOf(path)) if (name !== LOCK) removeNow(join(path, name));
    removeNow(path);
    lock[Symbol.dispose]();
  };
  return { path, [Symbol.dispose]: remove };
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** For what no program has filled, or as a last try. */
export function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It lies where the system keeps temporary files, and takes them away.
  }
}
