import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { canonicalJson } from '@mortise/contracts';
import type { LockFile } from './lock-file.ts';

/**
 * Writes `mortise.lock` whole or not at all: beside the file, flushed, then renamed over it.
 * The same lock gives the same bytes, so that version control shows what changed and no more.
 */
export async function writeLock(path: string, lock: LockFile, newId: () => string): Promise<void> {
  const beside = `${path}.${newId()}.tmp`;
  try {
    const file = await open(beside, 'wx', 0o644);
    try {
      await file.writeFile(lockText(lock));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function lockText(lock: LockFile): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(lock)), null, 2)}\n`;
}

/** Without this a power cut may undo the rename. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
