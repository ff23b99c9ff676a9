import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { coverAll } from './cover-files.ts';
import type { JailPaths } from './launch-order.ts';
import type { MountCalls } from './mount-calls.ts';
import { isUnder } from './open-paths.ts';

/**
 * A view of the disk in which everything but the folders to be written is read-only, attributes of files
 * included, and what is hidden cannot be opened. To be called in a mount namespace of its own.
 */
export function makeProgramView(mounts: MountCalls, paths: JailPaths): void {
  const here = process.cwd();
  const before = statSync('.');
  const { write, hidden, readOnly = [] } = paths;
  mounts.detach();
  // Outer ones first. What an operator mounted read-only in them stays so.
  const writable = write.toSorted((one, other) => one.length - other.length);
  const copies = writable.map((path) => [path, mounts.copy(path)] as const);
  mounts.setReadOnly('/');
  for (const [path, copy] of copies) mounts.place(copy, path);
  for (const folder of foldersAround([...hidden, ...readOnly], write)) mounts.bind(folder, folder);
  for (const path of readOnly.filter((each) => existsSync(each))) {
    mounts.bind(path, path);
    mounts.setReadOnly(path);
  }
  const isSeen = (path: string) => [...paths.read, ...write].some((each) => isUnder(path, each));
  coverAll(mounts, hidden.filter(isSeen));
  mounts.enter(here);
  // Where it stood was mounted over; another folder may have come there meanwhile.
  const after = statSync('.');
  if (after.ino !== before.ino || after.dev !== before.dev) throw new Error('its folder was moved');
}

/**
 * The folders on the way from a writable one to what is kept in it, outer ones first. What something is
 * mounted on cannot be moved: a program could put another folder, with its own files in it, in its place.
 */
function foldersAround(kept: readonly string[], write: readonly string[]): readonly string[] {
  const found = kept.flatMap((path) => {
    const roots = write.filter((root) => path !== root && isUnder(path, root));
    const folders: string[] = [];
    for (
      let at = dirname(path);
      roots.some((root) => at !== root && isUnder(at, root));
      at = dirname(at)
    )
      folders.push(at);
    return folders;
  });
  const distinct = [...new Set(found)].filter((folder) => existsSync(folder));
  return distinct.toSorted((one, other) => one.length - other.length);
}
