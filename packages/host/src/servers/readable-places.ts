import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { foldersOf } from './find-program.ts';

/** Folders of programs, beside which the rest of an installation lies. */
const OF_PROGRAMS: ReadonlySet<string> = new Set(['bin', '.bin', 'sbin', 'shims', 'libexec']);
/** Where an installation ends and the belongings of a person begin. */
const OF_PEOPLE = ['.', '.local', '.cargo', '.config', '.cache', 'go'];
/** What may import what lies beside it. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|py|pyz|rb|pl|sh)$/;
/** What says that a folder is a package of its own. */
const OF_PACKAGES = ['package.json', 'pyproject.toml', 'setup.py', 'pyvenv.cfg', 'deno.json'];

/** Where the programs of a PATH are installed: `~/.nvm/versions/node/v24` for its folder `bin`. */
export function toolFolders(path: string): readonly string[] {
  return foldersOf(path).flatMap((folder) => {
    const isNested = OF_PROGRAMS.has(basename(folder)) && !isPersonal(dirname(folder));
    return realFormsOf(isNested ? dirname(folder) : folder);
  });
}

/** Where a program is installed that was found by its path: its package, or its folder alone. */
export function programFolders(program: string): readonly string[] {
  return realFormsOf(program).flatMap((path) => [path, ...packageOf(path)]);
}

/**
 * What the arguments of a program name: a file, a folder, or the package of a script with what it may import.
 * Words that name nothing are words.
 */
export function argumentPlaces(args: readonly string[], cwd: string): readonly string[] {
  return args.flatMap((argument) => {
    // `--root=/data` as well.
    const [, value = argument] = /^--?[\w-]+=(.+)$/s.exec(argument) ?? [];
    const path = resolve(cwd, value);
    if (!/^\.{1,2}$|\//.test(value) && !/\.\w{1,5}$/.test(value)) return [];
    if (value.includes('\0') || !existsSync(path)) return [];
    return realFormsOf(path).flatMap((each) =>
      SCRIPT.test(each) ? [each, ...packageOf(each)] : [each],
    );
  });
}

/** Installed packages of a folder and of those around it. */
export function packagesAbove(folder: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const path = join(at, 'node_modules');
    if (existsSync(path)) found.push(...realFormsOf(path));
  }
  return found;
}

/** The package that a file is part of, and those that it can import. */
function packageOf(file: string): readonly string[] {
  const own = dirname(file);
  for (let at = own; at !== dirname(at) && !isPersonal(at); at = dirname(at)) {
    if (OF_PACKAGES.some((name) => existsSync(join(at, name)))) return [at, ...packagesAbove(at)];
    if (basename(at) === 'node_modules') break;
  }
  return [...(isPersonal(own) ? [] : [own]), ...packagesAbove(own)];
}

/** Whether a folder holds more of a person than one program. */
function isPersonal(folder: string): boolean {
  const home = homedir();
  const above = folder === '/' || home === folder || home.startsWith(`${folder}/`);
  return above || OF_PEOPLE.some((name) => folder === join(home, name));
}

/** A path, and where it leads if it is a link: rules of a jail are for the latter. */
function realFormsOf(path: string): readonly string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [];
  }
}
