import { constants, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that holds the value of one secret. */
export interface SecretFile {
  readonly path: string;
  /** Whether any account of this machine may read it. */
  readonly isOpenToAll: boolean;
}

/** What was read, or why it is not used. */
export type SecretFileReading =
  | { readonly status: 'ok'; readonly value: string }
  | { readonly status: 'missing' }
  | { readonly status: 'unusable'; readonly reason: string };

const MOST_BYTES = 64_000;
const WRITABLE_BY_OTHERS = 0o022;
const READABLE_BY_ALL = 0o004;
const STICKY = 0o1000;

/**
 * Reads the value anew each time, so that a changed one counts at once. Without the end of its last line,
 * which editors add. A file that others could have written, or that all may read, is not used.
 */
export async function readSecretFile(file: SecretFile): Promise<SecretFileReading> {
  try {
    // A pipe without a writer must not hold the call.
    await using handle = await open(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const reason = findFault(await handle.stat(), file);
    if (reason !== undefined) return { status: 'unusable', reason };
    return decode(await handle.readFile());
  } catch (error) {
    return describeFailure(error);
  }
}

/** Why the file is not used now; `undefined` if it is. Its content is not looked at. */
export function secretFileFault(file: SecretFile): string | undefined {
  try {
    const facts = statSync(file.path, { throwIfNoEntry: false });
    return facts === undefined ? 'it is not there' : findFault(facts, file);
  } catch (error) {
    const failed = describeFailure(error);
    return failed.status === 'unusable' ? failed.reason : 'it is not there';
  }
}

function decode(bytes: Buffer): SecretFileReading {
  try {
    const value = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (value.includes('\0')) return { status: 'unusable', reason: 'it has a NUL in it' };
    return { status: 'ok', value: value.replace(/\r?\n$/, '') };
  } catch {
    return { status: 'unusable', reason: 'it is not UTF-8' };
  }
}

function findFault(facts: Stats, { path, isOpenToAll }: SecretFile): string | undefined {
  if (!facts.isFile()) return 'it is no file';
  if (facts.size > MOST_BYTES) return `it has more than ${MOST_BYTES} bytes`;
  const account = process.getuid?.();
  // Where accounts have no numbers, modes say nothing.
  if (account === undefined) return undefined;
  if (facts.uid !== 0 && facts.uid !== account) return 'it belongs to another account';
  if ((facts.mode & WRITABLE_BY_OTHERS) !== 0) return 'others may write it: chmod go-w';
  if ((facts.mode & READABLE_BY_ALL) !== 0 && !isOpenToAll)
    return 'every account may read it: chmod o-r, or `mode: any` if that is meant';
  return folderFault(statSync(dirname(path)));
}

/** Who may write its folder may put another file in its place. */
function folderFault({ mode, uid }: Stats): string | undefined {
  const isOpen = (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0;
  if (isOpen) return 'others may write its folder: chmod go-w';
  return uid !== 0 && uid !== process.getuid?.() ? 'its folder is of another account' : undefined;
}

function describeFailure(error: unknown): SecretFileReading {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown';
  if (code === 'ENOENT' || code === 'ENOTDIR') return { status: 'missing' };
  return { status: 'unusable', reason: `it cannot be read (${code})` };
}
