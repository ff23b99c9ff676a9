import {
  closeSync,
  ftruncateSync,
  futimesSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type MountCalls, MS_NOSUID_NODEV } from './mount-calls.ts';

/** Where covers are made: it is put back afterwards, and nothing of it is needed meanwhile. */
const PLACE = '/proc';
/** It can be listed, with nothing in it; what it would hold is not said to be missing. */
const FOLDER_MODE = 0o444;
const FILE_MODE = 0;

/**
 * Mounts something over files and folders that cannot be opened: a file looks as large and as old as what
 * it covers, so that programs that compare (git, make, rsync) see no change; a folder is empty, and
 * names in it can be neither found nor said to be gone.
 */
export function coverAll(mounts: MountCalls, paths: readonly string[]): void {
  const found = paths.flatMap((path) => {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts === undefined ? [] : [{ path, facts }];
  });
  if (found.length === 0) return;
  mounts.mountTmpfs(PLACE, MS_NOSUID_NODEV);
  for (const [index, { facts }] of found.entries()) makeCover(coverAt(index), facts);
  mounts.setReadOnly(PLACE);
  for (const [index, { path }] of found.entries()) mounts.bind(coverAt(index), path);
  mounts.unmount(PLACE);
}

function coverAt(index: number): string {
  return join(PLACE, String(index));
}

function makeCover(path: string, facts: Stats): void {
  if (facts.isDirectory()) {
    mkdirSync(path, FOLDER_MODE);
    return;
  }
  const file = openSync(path, 'wx', FILE_MODE);
  ftruncateSync(file, facts.size);
  futimesSync(file, facts.atimeMs / 1_000, facts.mtimeMs / 1_000);
  closeSync(file);
}
