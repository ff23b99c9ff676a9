import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type ErrorCode, MortiseError } from '@mortise/contracts';
import { type LockOptions, withFolderLock } from './folder-lock.ts';
import { removeDrafts, replaceFile } from './replace-file.ts';

export interface ChangeOptions extends LockOptions {
  /** The mode of a file that is made; one that is there keeps its own. */
  readonly mode?: number;
}

/**
 * The new text of a file, from the text it has or `undefined` if it is not there. What it throws
 * is thrown to the caller and leaves the file alone; the same text leaves it alone, too. It may be
 * asked again if a program that takes no lock wrote in between.
 */
export type TextChange = (before: string | undefined) => string | Promise<string>;

export interface ChangedFile {
  readonly isChanged: boolean;
  /** What it says now. */
  readonly text: string;
}

/** An editor saves once; a program that never stops writing is not waited for. */
const MOST_ATTEMPTS = 20;

/**
 * The one way to change a small file of a host, from any process: lock, read, change, write beside,
 * flush, rename, flush the folder. Changes of all writers are made one after the other, and a kill
 * at any point leaves the old file or the new one. Links are followed, mode and owner kept.
 * Throws `file_busy`, `file_not_writable`, `disk_full`, and what `change` throws.
 */
export async function changeFile(
  path: string,
  change: TextChange,
  options: ChangeOptions = {},
): Promise<ChangedFile> {
  try {
    const target = await findTarget(path);
    const folder = dirname(target);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const write = () => changeLocked(target, change, options);
    return await withFolderLock(folder, write, options);
  } catch (error) {
    throw explain(error, path);
  }
}

async function changeLocked(
  target: string,
  change: TextChange,
  { mode = 0o644 }: ChangeOptions,
): Promise<ChangedFile> {
  await removeDrafts(dirname(target));
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const known = await look(target);
    const before = known === undefined ? undefined : await readText(target);
    const text = await change(before);
    if (text === before) return { isChanged: false, text };
    if (known !== undefined) await access(target, constants.W_OK);
    const isWritten = await replaceFile(target, text, {
      ...(known?.identity ?? { mode }),
      newId: () => randomBytes(6).toString('hex'),
      isStillWanted: async () => (await look(target))?.stamp === known?.stamp,
    });
    if (isWritten) return { isChanged: true, text };
  }
  throw new MortiseError('file_busy', `${target} is written all the time by another program.`);
}

/** What tells whether a program that takes no lock has written a file. */
async function look(target: string) {
  const entry = await stat(target, { bigint: true }).catch(ifMissing);
  if (entry === undefined) return undefined;
  if (!entry.isFile()) throw new MortiseError('file_not_writable', `${target} is not a file.`);
  const { ino, size, mtimeNs, mode, uid, gid } = entry;
  return {
    stamp: `${ino} ${size} ${mtimeNs}`,
    identity: { mode: Number(mode), uid: Number(uid), gid: Number(gid) },
  };
}

/** Throws for bytes that are no text: to write them back would change them. */
async function readText(target: string): Promise<string> {
  const bytes = await readFile(target);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MortiseError('file_not_writable', `${target} is not UTF-8 text.`);
  }
}

/** A rename would put a file in the place of a link. */
async function findTarget(path: string): Promise<string> {
  const real = await realpath(path).catch(ifMissing);
  if (real !== undefined) return real;
  if ((await lstat(path).catch(ifMissing))?.isSymbolicLink() === true) {
    throw new MortiseError('file_not_writable', `${path} is a link to a file that is not there.`);
  }
  const folder = dirname(resolve(path));
  return join((await realpath(folder).catch(ifMissing)) ?? folder, basename(path));
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  ...{ EACCES: 'file_not_writable', EPERM: 'file_not_writable', EROFS: 'file_not_writable' },
  ...{
    ENOTDIR: 'file_not_writable',
    EISDIR: 'file_not_writable',
    ENAMETOOLONG: 'file_not_writable',
  },
  ...{ ENOSPC: 'disk_full', EDQUOT: 'disk_full', EFBIG: 'disk_full' },
};

function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error ? String(Reflect.get(error, 'code')) : '';
  // Errors of the system name a call; what a change throws is its caller's.
  if (!(error instanceof Error && 'syscall' in error && Object.hasOwn(CODES, code))) return error;
  return new MortiseError(CODES[code] ?? 'file_not_writable', `${path}: ${error.message}.`, {
    cause: error,
  });
}

function ifMissing(error: unknown): undefined {
  if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
  throw error;
}
