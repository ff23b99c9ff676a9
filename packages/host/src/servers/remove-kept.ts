import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';

const OWNER = 0o700;
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

/**
 * Takes away what the program of a server has kept. It may have closed folders to itself, as caches of packages are; an
 * ordinary account takes nothing out of those. Never throws: what stays must keep no server from its start.
 */
export function removeKept(path: string): void {
  if (isRemoved(path)) return;
  openUp(path);
  isRemoved(path);
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

function openUp(path: string): void {
  const waiting = [path];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    try {
      if ((lstatSync(folder).mode & OWNER) !== OWNER) allowAll(folder);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory()) waiting.push(join(folder, entry.name));
      }
    } catch {
      // It is no folder, has gone, or cannot be read by its owner either.
    }
  }
}

/** No link is followed: one may have been put there meanwhile. */
function allowAll(folder: string): void {
  const descriptor = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    fchmodSync(descriptor, OWNER);
  } finally {
    closeSync(descriptor);
  }
}
