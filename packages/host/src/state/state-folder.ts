import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MortiseError } from '@mortise/contracts';

/** What a state folder holds, by what it is for. The names are part of what operators see. */
const NAMES = {
  /** Sessions and their toolkits. */
  sessions: 'state.db',
  /** What extensions store. */
  storage: 'storage.db',
  /** What extensions keep as files. */
  files: 'files',
  audit: 'audit.jsonl',
  /** The operators' token. */
  token: 'token',
  /** Approved code, by its hash. */
  bundles: 'bundles',
  /** What can be made again: bundles, manifests and registrations by content. */
  cache: 'cache',
  /** What is stopped, beside the database: it is read where that cannot be. */
  stops: 'stops.json',
  /** Which database keeps the state in place of the files here; not there if none does. */
  elsewhere: 'state-place',
  /** Where the host that serves this state can be asked. */
  running: 'host.json',
} as const;

/** Absolute paths of everything that a host keeps. */
export type StateFolder = { readonly [Name in keyof typeof NAMES]: string } & {
  readonly path: string;
};

/** Says where things are; touches nothing. */
export function stateFolderAt(path: string): StateFolder {
  const paths = Object.entries(NAMES).map(([key, name]) => [key, join(path, name)]);
  return { path, ...(Object.fromEntries(paths) as { [Name in keyof typeof NAMES]: string }) };
}

/** Keeps the token out of repositories, and says whose folder this is before anything else is in it. */
const MARK = { name: '.gitignore', text: '# The state of a Mortise host; it holds a token.\n*\n' };

/**
 * The same for a folder that will be used: made if it is not there, readable by its user alone.
 * Throws `state_dir_read_only`, `state_dir_no_folder` or `state_dir_foreign`.
 */
export function openStateFolder(path: string): StateFolder {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(path, { recursive: true, mode: 0o700 });
    else checkOwner(path, found);
    claim(path);
  } catch (error) {
    throw MortiseError.is(error) ? error : unusable(path, error);
  }
  return stateFolderAt(path);
}

function checkOwner(path: string, found: Stats): void {
  if (!found.isDirectory()) throw new MortiseError('state_dir_no_folder', path);
  const own = process.getuid?.();
  // Root may own it: volumes of containers are made by root and written through a group.
  if (own !== undefined && own !== 0 && found.uid !== own && found.uid !== 0) {
    throw new MortiseError('state_dir_foreign', `${path} is of user ${found.uid}, not ${own}.`);
  }
  accessSync(path, constants.W_OK | constants.X_OK);
}

/** Refuses a home or a project that was named by mistake: something is in it, and nothing of ours. */
function claim(path: string): void {
  const names = readdirSync(path).filter((name) => name !== 'lost+found');
  if (names.length === 0) {
    writeFileSync(join(path, MARK.name), MARK.text, { mode: 0o600 });
    return;
  }
  if (names.some((name) => OURS.has(name)) || isMarked(path)) return;
  const some = names.slice(0, 3).join(', ');
  throw new MortiseError('state_dir_foreign', `${path} holds ${some}, and no state of a host.`);
}

const OURS: ReadonlySet<string> = new Set(Object.values(NAMES));

function isMarked(path: string): boolean {
  const mark = join(path, MARK.name);
  const found = statSync(mark, { throwIfNoEntry: false });
  return found?.isFile() === true && readFileSync(mark, 'utf8') === MARK.text;
}

function unusable(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const isOccupied = error.code === 'ENOTDIR' || error.code === 'EEXIST';
  const code = isOccupied ? 'state_dir_no_folder' : 'state_dir_read_only';
  return new MortiseError(code, `${path}: ${error.message}`, { cause: error });
}
