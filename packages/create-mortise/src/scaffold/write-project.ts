import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { MortiseError } from '@mortise/contracts/plain';
import { isLeftOver, nameDraft, removeLeftOvers } from './drafts.ts';
import type { ProjectFile } from './read-template.ts';

/** Throws `scaffold_refused` if anything lies in the way: nothing of an author is ever overwritten. */
export function requireVacant(folder: string): void {
  const kind = attempt(folder, () => kindOf(folder));
  if (kind === 'nothing') return;
  if (kind === 'other') throw new MortiseError('scaffold_refused', `${folder} is not a folder.`);
  const entries = attempt(folder, () => readdirSync(folder)).filter((name) => !isLeftOver(name));
  if (entries.length === 0) return;
  const some = entries.slice(0, 3).join(', ');
  const more = entries.length > 3 ? ` and ${entries.length - 3} more` : '';
  throw new MortiseError('scaffold_refused', `${folder} is not empty: ${some}${more}.`);
}

/**
 * Writes all files or none. They are written into a draft beside the folder, out of which it is moved
 * when it is whole; in a folder that is there already, which has to stay, the draft lies inside. What
 * processes that were killed left is removed. Throws `scaffold_unwritable`.
 */
export function writeProject(folder: string, files: readonly ProjectFile[]): void {
  attempt(folder, () => {
    const isThere = kindOf(folder) === 'folder';
    const ground = isThere ? folder : nearestFolder(folder);
    removeLeftOvers(ground);
    const draft = mkdtempSync(join(ground, nameDraft()));
    try {
      // Where folders above the project are missing too, they come into being with it.
      const inside = relative(ground, folder);
      writeFiles(join(draft, inside), files);
      const names = isThere ? readdirSync(draft) : inside.split(sep).slice(0, 1);
      moveAll(names, draft, ground);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  });
}

function writeFiles(folder: string, files: readonly ProjectFile[]): void {
  for (const { path, text } of files) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text, { flag: 'wx' });
  }
}

/** The manifest goes last: without it no package manager takes the folder for a project. */
function moveAll(names: readonly string[], draft: string, ground: string): void {
  const moved: string[] = [];
  try {
    for (const name of names.toSorted((a, b) => Number(isManifest(a)) - Number(isManifest(b)))) {
      renameSync(join(draft, name), join(ground, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) rmSync(join(ground, name), { recursive: true, force: true });
    throw error;
  }
}

function isManifest(name: string): boolean {
  return name === 'package.json';
}

/** The nearest folder above a path that is there. */
function nearestFolder(path: string): string {
  const above = dirname(path);
  return above === path || kindOf(above) !== 'nothing' ? above : nearestFolder(above);
}

/** A link that leads nowhere is something, too. */
function kindOf(path: string): 'nothing' | 'folder' | 'other' {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return 'nothing';
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? 'folder' : 'other';
}

/** In words, where a number of the system would have to be looked up. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you have no right to write there',
  EPERM: 'you have no right to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  ENOTDIR: 'a file stands where a folder is meant',
  ENAMETOOLONG: 'the name is too long',
};

function attempt<Result>(folder: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') {
      throw new MortiseError(
        'scaffold_refused',
        `${folder} has just been made by another program.`,
      );
    }
    const reason = Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : code;
    throw new MortiseError('scaffold_unwritable', `${folder}: ${reason}.`, { cause: error });
  }
}
