import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  chmodSync,
  chownSync,
  fchmodSync,
  futimesSync,
  lchownSync,
  linkSync,
  lutimesSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { deserialize } from 'node:v8';

/**
 * A process that was taken over, or a granted program that is hostile: tries what it is told and says
 * how the system answered. Types are taken away before it runs.
 */
const REPLY = 3;
/** A bundler gets a request, of which the first entry says what to try. */
const input = readFileSync(0);
const isRequest = input[0] === 0xff;
const attempts: readonly [act: string, path: string][] = JSON.parse(
  isRequest ? deserialize(input).entries[0] : input.toString('utf8'),
);

const ACTS: { readonly [act: string]: (path: string) => unknown } = {
  read: (path) => readSync(openSync(ofParent(path), 'r'), Buffer.alloc(1)),
  list: (path) => readdirSync(ofParent(path)),
  follow: (path) => readlinkSync(ofParent(path)),
  write: (path) => writeFileSync(path, 'x'),
  append: (path) => writeFileSync(path, 'x', { flag: 'a' }),
  remove: (path) => unlinkSync(path),
  replace: (path) => renameSync(`${path}.spare`, path),
  link: (path) => linkSync(path, `${path}.link`),
  symlink: (path) => symlinkSync('/etc', path),
  mode: (path) => chmodSync(path, 0o777),
  times: (path) => utimesSync(path, 1, 1),
  owner: (path) => chownSync(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0),
  linkOwner: (path) => lchownSync(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0),
  linkTimes: (path) => lutimesSync(path, 1, 1),
  openedMode: (path) => fchmodSync(openSync(path, 'r'), 0o777),
  openedTimes: (path) => futimesSync(openSync(path, 'r'), 1, 1),
  namedMode: (path) => chmodSync(`/proc/self/fd/${openSync(path, 'r')}`, 0o777),
  setUser: (path) => chmodSync(path, 0o4755),
  newSetUser: (path) => openSync(path, 'wx', 0o4755),
  move: (path) => renameSync(path, `${path}-moved`),
  signal: (pid) => process.kill(Number(pid), 0),
  run: (path) => {
    const { error } = spawnSync(path);
    if (error !== undefined) throw error;
  },
  command: (line) => {
    const [program = '', ...args] = line.split(' ');
    const { error, status } = spawnSync(program, args);
    if (error !== undefined) throw error;
    if (status !== 0) throw Object.assign(new Error(), { code: 'EPERM' });
  },
  tcp: (port) => settled((done) => connect(Number(port), '127.0.0.1', () => done())),
  listen: () => settled((done) => createServer().listen(0, '127.0.0.1', () => done())),
  udp: () => settled((done) => createSocket('udp4').bind(0, '127.0.0.1', () => done())),
  unix: (path) => settled((done) => connect(path, () => done())),
};

function ofParent(path: string): string {
  return path.replace('/proc/parent', `/proc/${process.ppid}`);
}

interface Emitter {
  once(event: 'error', listener: (error: Error) => void): unknown;
}

function settled(begin: (done: () => void) => Emitter): Promise<void> {
  return new Promise((resolve, reject) => {
    begin(resolve).once('error', reject);
  });
}

const said: string[] = [];
for (const [act, path] of attempts) {
  try {
    await ACTS[act]?.(path);
    said.push('done');
  } catch (error) {
    said.push((error as NodeJS.ErrnoException).code ?? String(error));
  }
}
writeSync(REPLY, JSON.stringify(said));
process.exit(0);
