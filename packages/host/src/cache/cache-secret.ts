import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const BYTES = 32;
const NAME = 'secret';

/**
 * The secret that entries of a cache are signed with, made if there is none. It is taken only from a
 * folder and a file that only this user can write, so that no other user can put an entry
 * there, or a secret of their own. `undefined` if that cannot be had; then nothing is kept.
 */
export function openCacheSecret(folder: string): Buffer | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (!found.isDirectory() || !isOurs(found, 0o022)) return undefined;
    const path = join(folder, NAME);
    removeTorn(path);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) makeSecret(folder, path);
    return readSecret(path);
  } catch {
    return undefined;
  }
}

/** A power cut may leave a secret without its bytes. Only one that is ours is put out of the way. */
function removeTorn(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true && isOurs(found, 0o077) && found.size !== BYTES) rmSync(path);
}

function readSecret(path: string): Buffer | undefined {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const facts = fstatSync(descriptor);
    // It may have a second name, if a process was killed while it made it.
    const isPlain = facts.isFile() && facts.size === BYTES;
    if (!isPlain || !isOurs(facts, 0o077)) throw new Error('not a secret of this user');
    const secret = Buffer.alloc(BYTES);
    return readSync(descriptor, secret) === BYTES ? secret : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Linked into place whole: of two processes that make one at once, both use the first. */
function makeSecret(folder: string, path: string): void {
  const draft = join(folder, `draft-${randomBytes(8).toString('hex')}`);
  try {
    writeFileSync(draft, randomBytes(BYTES), { mode: 0o600, flag: 'wx' });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Windows has neither owners nor modes; there the folder of a user is the user's. */
function isOurs({ uid, mode }: Stats, forbidden: number): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & forbidden) === 0);
}
