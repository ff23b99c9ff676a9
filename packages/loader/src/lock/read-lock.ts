import { readFile } from 'node:fs/promises';
import { explainFirstFault, MortiseError } from '@mortise/contracts';
import { Value } from '@sinclair/typebox/value';
import { EMPTY_LOCK, LockFile } from './lock-file.ts';

const MAX_CHARS = 16_000_000;

/** Reads `mortise.lock`; a file that is not there holds nothing. Throws `lock_invalid`. */
export async function readLock(path: string): Promise<LockFile> {
  return parseLock(await readText(path), path);
}

/** What the text of a lock file says; no text holds nothing. Throws `lock_invalid`. */
export function parseLock(text: string | undefined, path: string): LockFile {
  if (text === undefined) return EMPTY_LOCK;
  if (text.length > MAX_CHARS) throw new MortiseError('lock_invalid', `${path} is too large.`);
  const rawLock = parseJson(text, path);
  if (Value.Check(LockFile, rawLock)) return rawLock as LockFile;
  const fault = explainFirstFault(LockFile, rawLock) ?? 'not valid';
  throw new MortiseError('lock_invalid', `${path}: ${fault}.`);
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
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
    throw new MortiseError('lock_invalid', `${path} cannot be read.`, { cause: error });
  }
}
