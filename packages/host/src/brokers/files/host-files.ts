import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { identityOf, OwnIdentities } from './own-identities.ts';
import { placesByMounts } from './places-by-mounts.ts';

/** Paths of the host's own, as they were given. */
export interface OwnPaths {
  /** Also what lies beside a file under its name with an ending: drafts, locks, write-ahead logs. */
  readonly files?: readonly (string | undefined)[];
  readonly folders?: readonly (string | undefined)[];
  /** Names that no grant for files uses, although the host would take nothing of what a program put there. */
  readonly reserved?: readonly string[];
  /** Of these, what it can make before it needs it. */
  readonly makeable?: readonly MakeablePath[];
  /** What the host runs for others: to be read like any other file, and written by no grant. */
  readonly programs?: readonly string[];
  /** Real paths around the homes of servers: hidden from programs, but for the server whose home it is. */
  readonly homes?: readonly string[];
}

/** Something of the host that may not be there yet. */
export interface MakeablePath {
  readonly path: string;
  /** Makes it as if nothing were in it. */
  readonly make: () => Promise<unknown>;
}

interface RealPaths {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly reserved: ReadonlySet<string>;
  readonly programs: ReadonlySet<string>;
  /** Folded, those at which there is nothing yet. */
  readonly absent: ReadonlySet<string>;
}

/** How long real paths are believed; a link among them may be set anew by an operator. */
const FRESH_MS = 1_000;
/** Files that are looked at to know a second name of one of them. */
const MOST_COMPARED = 50_000;
/** Installed packages are linked to the store of a package manager, and are no secret. */
const INSTALLED = 'node_modules';

/**
 * What on the disk is the host's own: its configuration, lock file, state, tokens, kept bundles, and
 * the folders of its extensions. No grant reaches it: a guest that could write there could grant
 * itself anything, and one that could read there had the token. Known by real path, and by what is there.
 */
export class HostFiles {
  readonly #sources: (() => OwnPaths)[] = [];
  readonly #kept: (() => OwnPaths)[] = [];
  readonly #identities = new OwnIdentities();
  readonly #programs = new OwnIdentities();
  readonly #mountInfo: (() => string) | undefined;
  #known: { readonly paths: RealPaths; readonly at: number } | undefined;
  #inodes: { readonly set: ReadonlySet<string> | undefined; readonly at: number } | undefined;

  /** With `mountInfo` it goes by this list of mounts in place of the machine's. For tests. */
  constructor({ mountInfo }: { readonly mountInfo?: () => string } = {}) {
    this.#mountInfo = mountInfo;
  }

  /** Parts that own something on the disk add where; it is asked again from time to time. */
  add(source: () => OwnPaths): void {
    this.#sources.push(source);
    this.forget();
  }

  /** The same for what is no code: it is no part of an extension either in whose folder it lies. */
  addKept(source: () => OwnPaths): void {
    this.#kept.push(source);
    this.add(source);
  }

  /** What is no code, as it was given. */
  listKept(): readonly string[] {
    const given = this.#kept.map((source) => source());
    return given
      .flatMap(({ files = [], folders = [] }) => [...files, ...folders])
      .filter((path) => path !== undefined);
  }

  /** Asks all sources again at the next use: one of them has changed. */
  forget(): void {
    this.#known = undefined;
    this.#inodes = undefined;
  }

  /** Whether a real path is one of them, or lies in one of them. */
  owns(realPath: string): boolean {
    const { files, folders, absent } = this.#paths();
    if (files.has(realPath) || files.has(withoutEnding(realPath, files))) return true;
    return pathsUp(realPath).some((path) => folders.has(path) || absent.has(fold(path)));
  }

  /** All of them by path: to be hidden from a program, and what it must not write. */
  list(): { readonly hidden: readonly string[]; readonly readOnly: readonly string[] } {
    const { files, folders, reserved, programs } = this.#paths();
    const beside = [...new Set([...files].map(dirname))].flatMap((folder) =>
      entriesOf(folder).filter((path) => withoutEnding(path, files) !== path),
    );
    const homes = this.#sources.flatMap((source) => source().homes ?? []);
    const hidden = new Set([...folders, ...beside, ...homes]);
    return { hidden: [...hidden].filter((path) => !reserved.has(path)), readOnly: [...programs] };
  }

  /**
   * Makes what is not there yet in folders that a program may write: the kernel can keep a program from what
   * is there, and from a name that is free only by keeping it from all other free names as well.
   */
  async makeIn(folders: readonly string[]): Promise<void> {
    const wanted = this.#sources
      .flatMap((source) => source().makeable ?? [])
      .map(({ path, make }) => ({ path: resolve(path), make }))
      .filter(({ path }) => folders.some((folder) => pathsUp(path).includes(folder)))
      .filter(({ path }) => lstatSync(path, { throwIfNoEntry: false }) === undefined);
    // What cannot be made stays free, and with it the others are not to be had.
    for (const { make } of wanted) await make().catch(() => undefined);
    if (wanted.length > 0) this.forget();
  }

  /** Whether a real path is a program that the host runs, or lies in a folder of such. */
  runs(realPath: string): boolean {
    const { programs } = this.#paths();
    return programs.size > 0 && pathsUp(realPath).some((path) => programs.has(path));
  }

  /** Whether a file is such a program under another name. */
  runsFile(facts: Stats): boolean {
    this.#paths();
    return this.#programs.has(facts);
  }

  /** Whether a folder is one of them, or lies in one of them, though not by its path. */
  ownsFolder(realPath: string): boolean {
    this.#paths();
    return pathsUp(realPath).some((path) => this.#identities.isAt(path));
  }

  /** Whether a file or folder is one of them under another name. */
  isOne(facts: Stats): boolean {
    this.#paths();
    return this.#identities.has(facts);
  }

  /** The same for files in their folders, too. If they are too many to tell, it is. */
  async ownsFile(facts: Stats): Promise<boolean> {
    if (this.isOne(facts)) return true;
    // Folders have no second names, though their links are counted; where mounts show them is known by path.
    if (facts.nlink < 2 || facts.isDirectory()) return false;
    const inodes = await this.#inodesNow();
    return inodes === undefined || inodes.has(identityOf(facts));
  }

  #paths(): RealPaths {
    const now = performance.now();
    if (this.#known !== undefined && now - this.#known.at < FRESH_MS) return this.#known.paths;
    const given = this.#sources.map((source) => source());
    const real = (paths: readonly (string | undefined)[] = []) =>
      paths.flatMap((path) => (path === undefined ? [] : realForms(path)));
    const files = new Set(given.flatMap((each) => real(each.files)));
    const owned = [...files, ...given.flatMap((each) => real(each.folders))];
    const names = given.flatMap((each) => real(each.reserved));
    const reserved = new Set(names.filter((path) => !owned.includes(path)));
    const folders = new Set([...owned, ...placesByMounts(owned, this.#mountInfo?.()), ...reserved]);
    const programs = new Set(given.flatMap((each) => real(each.programs)));
    this.#programs.look(programs);
    const absent = new Set(this.#identities.look(folders).map(fold));
    this.#known = { paths: { files, folders, reserved, programs, absent }, at: now };
    return this.#known.paths;
  }

  async #inodesNow(): Promise<ReadonlySet<string> | undefined> {
    const now = performance.now();
    if (this.#inodes !== undefined && now - this.#inodes.at < FRESH_MS) return this.#inodes.set;
    const set = await collectInodes(this.#paths().folders);
    this.#inodes = { set, at: now };
    return set;
  }
}

/** Of a host that has nothing on the disk. */
export const NO_HOST_FILES = new HostFiles();

function pathsUp(path: string): readonly string[] {
  const paths = [path];
  for (let at = path; at !== dirname(at); at = dirname(at)) paths.push(dirname(at));
  return paths;
}

/** What names of one file have in common on disks that do not tell their letters apart. */
function fold(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}

/** Where a path is, and where it leads; the one as well as the other must not be replaced. */
function realForms(path: string): readonly string[] {
  const absolute = resolve(path);
  const inParent = join(realPathOf(dirname(absolute)), basename(absolute));
  return [absolute, inParent, realPathOf(absolute)];
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** `a/ops.yaml` for `a/ops.yaml.draft-1`, if the former is one of them. */
function withoutEnding(path: string, files: ReadonlySet<string>): string {
  const name = basename(path);
  for (const { index } of name.matchAll(/[.~-]/g)) {
    const shorter = join(dirname(path), name.slice(0, index));
    if (index > 0 && files.has(shorter)) return shorter;
  }
  return path;
}

async function collectInodes(
  folders: ReadonlySet<string>,
): Promise<ReadonlySet<string> | undefined> {
  const inodes = new Set<string>();
  const open = [...folders];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (inodes.size > MOST_COMPARED) return undefined;
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) continue;
    inodes.add(identityOf(facts));
    if (!facts.isDirectory()) continue;
    try {
      for await (const entry of await opendir(path)) {
        const isInside = entry.isFile() || (entry.isDirectory() && entry.name !== INSTALLED);
        if (isInside) open.push(join(path, entry.name));
        if (open.length > MOST_COMPARED) return undefined;
      }
    } catch {
      // Not readable for the host, so not for a guest either.
    }
  }
  return inodes;
}
