import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What a file had that its successor takes over. */
export interface FileIdentity {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
}

export interface ReplaceParts extends FileIdentity {
  /** Makes the name of a draft one that no other draft has. */
  readonly newId: () => string;
  /** Asked last before the draft takes the place of the file; `false` leaves the file as it is. */
  readonly isStillWanted: () => Promise<boolean>;
}

/** By its name a draft is a file of the host: out of the reach of every grant of files. */
const DRAFT = 'mortise.config.draft-';

/**
 * Writes a file whole or not at all: beside it, flushed, renamed over it, and the folder flushed.
 * Whatever happens before the rename leaves the old file and, unless the process is killed, no
 * draft. Only for holders of the folder's lock. Answers `false` if it was not wanted any more.
 */
export async function replaceFile(
  target: string,
  text: string,
  parts: ReplaceParts,
): Promise<boolean> {
  const draft = join(dirname(target), `${DRAFT}${process.pid}-${parts.newId()}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await takeOver(file, parts);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await parts.isStillWanted())) return false;
    await rename(draft, target);
    await syncFolder(dirname(target));
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whether a name is one of a draft. */
export function isDraft(name: string): boolean {
  return name.startsWith(DRAFT);
}

/** Removes the drafts that killed processes left: the holder of the folder's lock is the only writer. */
export async function removeDrafts(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter(isDraft);
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** Owner and group first: to change them takes bits of the mode away. */
async function takeOver(file: FileHandle, { mode, uid, gid }: FileIdentity): Promise<void> {
  const own = await file.stat();
  if (gid !== undefined && gid !== own.gid) await file.chown(own.uid, gid);
  if (uid !== undefined && uid !== own.uid) await keepOwner(file, uid, gid ?? own.gid);
  await file.chmod(mode & 0o7777);
}

/** Only root can give a file away. In a shared folder the group goes on to decide who may edit. */
async function keepOwner(file: FileHandle, uid: number, gid: number): Promise<void> {
  try {
    await file.chown(uid, gid);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'EPERM') throw error;
  }
}

/** Without this a power cut may undo the rename. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and flushes renames by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
