import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeRuntime } from './make-runtime.ts';
import { RuntimeFault } from './runtime-fault.ts';
import type { RuntimeFiles } from './runtime-files.ts';
import { isIntact, SUMS_NAME } from './runtime-sums.ts';

/** What is published of the runtime: all but the snapshot, which depends on the V8 of the user. */
const PARTS = fileURLToPath(new URL('../../dist/parts/', import.meta.url));

/** Names the published parts. */
export function hashParts(): string {
  return readFileSync(join(PARTS, SUMS_NAME), 'utf8');
}

/**
 * The runtime of an installed sandbox, made with the first start of a Node on this machine. The
 * installed package is never written: it may be read-only, or another account's. Tries the cache of
 * the user, then the host's own folder, then a folder for temporary files.
 */
export async function ensurePublished(
  locate: (folder: string) => RuntimeFiles,
  ownFolder: string | undefined,
): Promise<RuntimeFiles> {
  const failures: RuntimeFault[] = [];
  for (const folder of foldersFor(ownFolder)) {
    try {
      const files = locate(preparePrivate(folder()));
      if (!isIntact(files.directory)) await makeRuntime(files, putParts);
      return files;
    } catch (error) {
      const fault = RuntimeFault.of(error);
      // No other folder helps.
      if (fault.code === 'native_addon_missing') throw fault;
      failures.push(fault);
    }
  }
  const reasons = [...new Set(failures.map(({ message }) => message))].join('; ');
  throw new RuntimeFault('sandbox_unavailable', `Its runtime could not be made: ${reasons}.`, {
    cause: failures[0],
  });
}

const UID = process.getuid?.();
/** Of root, or of a user without a home; remembered from one start to the next. */
const temporaryBase = () => join(tmpdir(), `mortise-${UID ?? 'user'}`);
/** Where it lies below one of the folders. */
const PLACE = join('.cache', '.mortise', 'runtime');

/**
 * Where runtimes of installed sandboxes of this user lie. A program that could write there would decide what hosts start
 * in place of a launcher or a runner. `bases` are there for tests.
 */
export function runtimeFolders(
  bases: readonly (() => string)[] = [temporaryBase, homedir],
): readonly string[] {
  return bases.map((base) => placeIn(base)).filter((folder) => existsSync(folder));
}

/** Without a home there is none in it. */
function placeIn(base: () => string): string {
  try {
    return join(base(), PLACE);
  } catch {
    return '';
  }
}

/**
 * Each answers a folder that is this user's own. Runners of root change to another user, who must be
 * able to read what they are started from: a home is closed to it, a folder for temporary files is not.
 */
function foldersFor(ownFolder: string | undefined): readonly (() => string)[] {
  // Unless another account took the name first.
  const temporary = () => makeFolder(temporaryBase());
  return [
    ...(UID === 0 ? [temporary] : []),
    () => realpathSync(homedir()),
    ...(ownFolder === undefined ? [] : [() => realpathSync(ownFolder)]),
    temporary,
    () => mkdtempSync(join(tmpdir(), 'mortise-')),
  ];
}

/**
 * A folder below one of the user's, under `.mortise`: the file broker opens that name for no extension.
 * It holds code that later starts run, so that no other account may be able to put something there.
 */
function preparePrivate(base: string): string {
  requireOwn(base);
  const folder = makeFolder(join(base, PLACE));
  requireOwn(folder);
  return folder;
}

function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: UID === 0 ? 0o755 : 0o700 });
  return folder;
}

function requireOwn(folder: string): void {
  // Windows has neither owners nor modes; there the folder of a user is the user's.
  if (UID === undefined) return;
  const { uid, mode } = lstatSync(folder);
  if (uid === UID && (mode & 0o022) === 0) return;
  throw new Error(`${folder} can be written by other accounts`);
}

async function putParts(draft: string): Promise<void> {
  if (!isIntact(PARTS)) {
    throw new Error(`${PARTS} is damaged; install @mortise/sandbox again`);
  }
  cpSync(PARTS, draft, { recursive: true, filter: (path) => !path.endsWith(SUMS_NAME) });
}
