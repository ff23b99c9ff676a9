import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { isCiRun } from '../ci-run.ts';

const run = promisify(execFile);
const NAME = 'nats-server';
const DOWNLOAD_MS = 120_000;

/** The program, or why there is none on this machine. */
export type FoundServer = { readonly path: string } | { readonly missing: string };

let found: Promise<FoundServer> | undefined;

/** The broker for tests: from the PATH, or Debian's package, unpacked into a cache of this account and not installed. */
export function findNatsServer(): Promise<FoundServer> {
  found ??= find();
  return found;
}

/** Why tests that need a broker cannot run here; undefined if they can. In CI that is no reason. */
export async function whyNoBroker(): Promise<string | undefined> {
  const server = await findNatsServer();
  if ('path' in server) return undefined;
  if (isCiRun()) throw new Error(`CI needs a nats-server: ${server.missing}`);
  return `no nats-server: ${server.missing}`;
}

async function find(): Promise<FoundServer> {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, NAME))
    .find(isProgram);
  if (onPath !== undefined) return { path: onPath };
  try {
    const cache = openCache();
    const path = join(cache, NAME, 'usr', 'sbin', NAME);
    const kept = [path, path.replace('/sbin/', '/bin/')].find(isProgram);
    return { path: kept ?? (await unpack(cache)) };
  } catch (error) {
    return { missing: error instanceof Error ? error.message.slice(0, 500) : String(error) };
  }
}

/** A folder of this account; where its home is none or takes nothing, one beside other temporary files. */
function openCache(): string {
  const home = process.env['HOME'] || userInfo().homedir;
  const cache = join(process.env['XDG_CACHE_HOME'] || join(home, '.cache'), 'mortise-tests');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return cache;
  } catch {
    const { uid } = userInfo();
    const own = join(tmpdir(), `mortise-tests-${uid}`);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    // A program is run from there: the folder must be nobody else's.
    const { uid: owner, mode } = lstatSync(own);
    if (owner !== uid || (mode & 0o022) !== 0) throw new Error(`${own} is not ours alone`);
    return own;
  }
}

/** Two processes may do it at once: the first to put it in place wins. */
async function unpack(cache: string): Promise<string> {
  const folder = mkdtempSync(join(cache, 'unpacking-'));
  try {
    await download(folder);
    const [archive] = globSync(`${NAME}_*.deb`, { cwd: folder });
    if (archive === undefined) throw new Error('apt-get downloaded nothing');
    const unpacked = join(folder, 'root');
    await run('dpkg', ['-x', join(folder, archive), unpacked], { timeout: DOWNLOAD_MS });
    const place = join(cache, NAME);
    putInPlace(unpacked, place);
    const [program] = globSync(`usr/*bin/${NAME}`, { cwd: place });
    if (program === undefined) throw new Error(`the package of Debian has no ${NAME}`);
    return join(place, program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Another process may have been faster at any moment: a folder with something in it is never replaced. */
function putInPlace(unpacked: string, place: string): void {
  try {
    renameSync(unpacked, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}

/** With the lists of packages that the machine has, else with lists of its own. */
async function download(folder: string): Promise<void> {
  const options = { cwd: folder, timeout: DOWNLOAD_MS };
  try {
    await run('apt-get', ['-q', 'download', NAME], options);
  } catch {
    const state = join(folder, 'apt');
    for (const each of ['lists/partial', 'cache/archives/partial'])
      mkdirSync(join(state, each), { recursive: true });
    const own = [
      `Dir::State::lists=${state}/lists`,
      `Dir::Cache=${state}/cache`,
      'APT::Sandbox::User=',
    ];
    const flags = own.flatMap((each) => ['-o', each]);
    await run('apt-get', ['-q', ...flags, 'update'], options);
    await run('apt-get', ['-q', ...flags, 'download', NAME], options);
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
