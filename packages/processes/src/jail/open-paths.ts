import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_RIGHTS, EXECUTE, type PathRights, READ_DIR, READ_FILE } from './landlock.ts';
import type { JailKind, JailPaths } from './launch-order.ts';

const READ: { readonly [Kind in JailKind]: number } = {
  runner: READ_FILE,
  reader: READ_FILE | READ_DIR,
  program: READ_FILE | READ_DIR | EXECUTE,
};

/** Whatever a program does, it may throw away output and ask for random numbers. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

/** The rules for files that paths come to. A folder in which something is hidden gives its other entries. */
export function rightsFor(kind: JailKind, paths: JailPaths): PathRights {
  const { read, write, hidden, readOnly = [] } = paths;
  const readable = [...read, ...write].flatMap((path) => openAround(path, hidden, READ[kind]));
  const kept = [...hidden, ...readOnly];
  const writable = write.flatMap((path) => openAround(path, kept, ALL_RIGHTS));
  const devices = kind === 'program' ? DEVICES.map((path) => [path, ALL_RIGHTS] as const) : [];
  return [...readable, ...writable, ...devices];
}

/** What is out of the way once it was mounted over: there are rules to be made only for what is not there. */
export function withoutCovered(paths: JailPaths): JailPaths {
  const { hidden, readOnly = [] } = paths;
  // What was in a folder that is covered is out of sight, and can be made by none.
  const isCovered = (path: string): boolean =>
    hidden.some((each) => each !== path && isUnder(path, each) && existsSync(each));
  const isAbsent = (path: string): boolean => !existsSync(path) && !isCovered(path);
  return { ...paths, hidden: hidden.filter(isAbsent), readOnly: readOnly.filter(isAbsent) };
}

/**
 * Rules are for whole trees, so that one for a folder would hold for what is hidden in it. The folder
 * itself can only be listed then: nothing is made in it or removed from it.
 */
function openAround(path: string, hidden: readonly string[], rights: number): PathRights {
  if (hidden.some((each) => isUnder(path, each))) return [];
  if (!hidden.some((each) => isUnder(each, path))) return [[path, rights]];
  const listed: PathRights = (rights & READ_DIR) === 0 ? [] : [[path, READ_DIR]];
  return [
    ...listed,
    ...entriesOf(path).flatMap((name) => openAround(join(path, name), hidden, rights)),
  ];
}

/** Links are left out: a rule would be for what they lead to. */
function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Without those that lie in others of them. */
export function withoutInner(paths: readonly string[]): readonly string[] {
  const distinct = [...new Set(paths)];
  return distinct.filter((path) =>
    distinct.every((other) => other === path || !isUnder(path, other)),
  );
}

export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
