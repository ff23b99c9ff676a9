import {
  chmodSync,
  closeSync,
  ftruncateSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type MountCalls, MS_NOSUID_NODEV } from './mount-calls.ts';
import { withoutInner } from './open-paths.ts';

/** Where covers are made: it is put back afterwards, and nothing of it is needed meanwhile. */
const PLACE = '/proc';
/** It can be listed, with nothing in it; what it would hold is not said to be missing. */
const EMPTY_FOLDER = 0o444;
const FOLDER_MODE = 0o555;
const FILE_MODE = 0;
/** A folder with more in it looks empty. */
const MOST_ENTRIES = 300;

/**
 * Mounts something over files and folders that cannot be opened. A file looks as large and as old as what
 * it covers, and a folder of few files holds such files, so that programs that compare (git, make, rsync)
 * see no change. Other folders look empty, and names in them can be neither found nor said to be gone.
 */
export function coverAll(mounts: MountCalls, paths: readonly string[]): void {
  const found = withoutInner(paths).flatMap((path) => {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts === undefined ? [] : [{ path, facts }];
  });
  if (found.length === 0) return;
  mounts.mountTmpfs(PLACE, MS_NOSUID_NODEV);
  for (const [index, { path, facts }] of found.entries()) makeCover(path, coverAt(index), facts);
  mounts.setReadOnly(PLACE);
  for (const [index, { path }] of found.entries()) mounts.bind(coverAt(index), path);
  mounts.unmount(PLACE);
}

function coverAt(index: number): string {
  return join(PLACE, String(index));
}

function makeCover(path: string, cover: string, facts: Stats): void {
  if (!facts.isDirectory()) {
    makeFile(cover, facts);
    return;
  }
  mkdirSync(cover);
  const tree = basename(path).startsWith('.') ? undefined : treeOf(path);
  for (const [name, each] of tree ?? []) {
    if (each.isDirectory()) mkdirSync(join(cover, name), FOLDER_MODE);
    else makeFile(join(cover, name), each);
  }
  chmodSync(cover, tree === undefined ? EMPTY_FOLDER : FOLDER_MODE);
}

function makeFile(cover: string, { size, atimeMs, mtimeMs }: Stats): void {
  const file = openSync(cover, 'wx', FILE_MODE);
  ftruncateSync(file, size);
  futimesSync(file, atimeMs / 1_000, mtimeMs / 1_000);
  closeSync(file);
}

/** Folders and files below a folder, outer ones first; undefined if they are too many. */
function treeOf(folder: string): readonly (readonly [name: string, facts: Stats])[] | undefined {
  const found: [string, Stats][] = [];
  const open = [''];
  for (let inner = open.shift(); inner !== undefined; inner = open.shift()) {
    for (const name of namesIn(join(folder, inner))) {
      const at = join(inner, name);
      const facts = lstatSync(join(folder, at), { throwIfNoEntry: false });
      if (found.length === MOST_ENTRIES) return undefined;
      if (facts?.isDirectory() !== true && facts?.isFile() !== true) continue;
      found.push([at, facts]);
      if (facts.isDirectory()) open.push(at);
    }
  }
  return found;
}

/** None of one that this account cannot list, or that has gone. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
