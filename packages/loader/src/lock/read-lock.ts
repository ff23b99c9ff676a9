import { readFile } from 'node:fs/promises';
import { MortiseError } from '@mortise/contracts';
import { Value } from '@sinclair/typebox/value';
import { EMPTY_LOCK, LockFile } from './lock-file.ts';

const MAX_CHARS = 16_000_000;

/** Reads `mortise.lock`; a file that is not there holds nothing. Throws `lock_invalid`. */
export async function readLock(path: string): Promise<LockFile> {
  const text = await readText(path);
  return text === undefined ? EMPTY_LOCK : parseLock(text, path);
}

/** The same for a text that was read already; `path` is only named. */
export function parseLock(text: string, path: string): LockFile {
  const rawLock = parseJson(text, path);
  const [error] = [...Value.Errors(LockFile, rawLock)];
  if (error === undefined) return rawLock as LockFile;
  throw new MortiseError('lock_invalid', `${path}: ${error.path || '/'}: ${error.message}.`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MortiseError('lock_invalid', `${path} is not JSON.`);
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.length > MAX_CHARS) throw new MortiseError('lock_invalid', `${path} is too large.`);
    return text;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
    if (MortiseError.is(error)) throw error;
    throw new MortiseError('lock_invalid', `${path} cannot be read.`, { cause: error });
  }
}
