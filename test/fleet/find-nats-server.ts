import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

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
  if (process.env['CI'] !== undefined) throw new Error(`CI needs a nats-server: ${server.missing}`);
  return `no nats-server: ${server.missing}`;
}

async function find(): Promise<FoundServer> {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, NAME))
    .find(isProgram);
  if (onPath !== undefined) return { path: onPath };
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'mortise-tests');
  const path = join(cache, NAME, 'usr', 'sbin', NAME);
  const kept = [path, path.replace('sbin', 'bin')].find(isProgram);
  if (kept !== undefined) return { path: kept };
  try {
    return { path: await unpack(cache) };
  } catch (error) {
    return { missing: error instanceof Error ? error.message.slice(0, 500) : String(error) };
  }
}

/** Two processes may do it at once: the first to put it in place wins. */
async function unpack(cache: string): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'unpacking-'));
  try {
    await download(folder);
    const [archive] = globSync(`${NAME}_*.deb`, { cwd: folder });
    if (archive === undefined) throw new Error('apt-get downloaded nothing');
    const unpacked = join(folder, 'root');
    await run('dpkg', ['-x', join(folder, archive), unpacked], { timeout: DOWNLOAD_MS });
    const place = join(cache, NAME);
    if (!existsSync(place)) renameSync(unpacked, place);
    const [program] = globSync(`usr/*bin/${NAME}`, { cwd: place });
    if (program === undefined) throw new Error(`the package of Debian has no ${NAME}`);
    return join(place, program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
