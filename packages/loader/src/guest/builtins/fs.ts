import { constants as flags } from '../files/constants.ts';
import { fileError } from '../files/file-error.ts';
import { Stats as FileStats, Dirent as FolderEntry } from '../files/file-facts.ts';
import { filePath } from '../files/file-path.ts';
import { ReadStream as FileReader, WriteStream as FileWriter } from '../files/file-streams.ts';
import * as openFiles from '../files/open-files.ts';
import { bytesOf, encodingOf, inEncoding, operations } from '../files/operations.ts';
import { runLater, runNow, type Steps } from '../files/steps.ts';
import { factsOf } from '../files/volume.ts';
import { EventEmitter } from './events.ts';
import * as asynchronous from './fs-promises.ts';

export const constants = flags;
export const { F_OK, R_OK, W_OK, X_OK } = flags;
export const promises = asynchronous;
export const Stats = FileStats;
export const Dirent = FolderEntry;
export const ReadStream = FileReader;
export const WriteStream = FileWriter;

type Callback = (error: Error | null, value?: unknown) => void;
type Operation = (...args: never[]) => Steps<unknown>;
type Run = (...args: unknown[]) => unknown;

/** The form with a callback, which is the last of what is given. */
const withCallback =
  (operation: Operation): Run =>
  (...args) => {
    const callback = args.pop() as Callback;
    if (typeof callback !== 'function') {
      const message = 'The "cb" argument must be of type function';
      throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    runLater((operation as (...given: unknown[]) => Steps<unknown>)(...args)).then(
      (value) => (value === undefined ? callback(null) : callback(null, value)),
      (error) => callback(error),
    );
  };
const now =
  (operation: Operation): Run =>
  (...args) =>
    runNow((operation as (...given: unknown[]) => Steps<unknown>)(...args));

export const readFile = withCallback(readAny);
export const writeFile = withCallback(operations.writeFile);
export const appendFile = withCallback(operations.appendFile);
export const stat = withCallback(operations.stat);
export const lstat = withCallback(operations.lstat);
export const access = withCallback(operations.access);
export const readdir = withCallback(operations.readdir);
export const mkdir = withCallback(operations.mkdir);
export const mkdtemp = withCallback(operations.mkdtemp);
export const unlink = withCallback(operations.unlink);
export const rmdir = withCallback(operations.rmdir);
export const rm = withCallback(operations.rm);
export const rename = withCallback(operations.rename);
export const copyFile = withCallback(operations.copyFile);
export const cp = withCallback(operations.cp);
export const truncate = withCallback(operations.truncate);
export const realpath: Run = Object.assign(withCallback(operations.realpath), {
  native: withCallback(operations.realpath),
});
export const readlink = withCallback(operations.readlink);
export const chmod = withCallback(operations.chmod);
export const chown = withCallback(operations.chown);
export const utimes = withCallback(operations.utimes);
export const lchown = chown;
export const lutimes = utimes;
export const open = withCallback(openFiles.open);
export const close = withCallback(openFiles.close);
export const fsync = withCallback(openFiles.sync);
export const fdatasync = fsync;
export const exists: Run = (path, callback) => {
  runLater(isThere(path)).then((answer) => (callback as (answer: boolean) => void)(answer));
};

export const readFileSync = now(readAny);
export const writeFileSync = now(operations.writeFile);
export const appendFileSync = now(operations.appendFile);
export const statSync = now(operations.stat);
export const lstatSync = now(operations.lstat);
export const accessSync = now(operations.access);
export const readdirSync = now(operations.readdir);
export const mkdirSync = now(operations.mkdir);
export const mkdtempSync = now(operations.mkdtemp);
export const unlinkSync = now(operations.unlink);
export const rmdirSync = now(operations.rmdir);
export const rmSync = now(operations.rm);
export const renameSync = now(operations.rename);
export const copyFileSync = now(operations.copyFile);
export const cpSync = now(operations.cp);
export const truncateSync = now(operations.truncate);
export const realpathSync: Run = Object.assign(now(operations.realpath), {
  native: now(operations.realpath),
});
export const readlinkSync = now(operations.readlink);
export const chmodSync = now(operations.chmod);
export const chownSync = now(operations.chown);
export const utimesSync = now(operations.utimes);
export const lchownSync = chownSync;
export const lutimesSync = utimesSync;
export const openSync = now(openFiles.open);
export const closeSync = now(openFiles.close);
export const fsyncSync = now(openFiles.sync);
export const fdatasyncSync = fsyncSync;
export const existsSync = (path: unknown): boolean => runNow(isThere(path));

export function readSync(fd: number, target: Uint8Array, ...rest: unknown[]): number {
  return openFiles.readFrom(fd, target, spanOf(rest));
}

export function writeSync(fd: number, data: string | Uint8Array, ...rest: unknown[]): number {
  if (typeof data === 'string') {
    return openFiles.writeInto(fd, bytesOf(data), (rest[0] as number | null | undefined) ?? null);
  }
  const { offset = 0, length = data.length - offset, position = null } = spanOf(rest);
  return openFiles.writeInto(fd, data.subarray(offset, offset + length), position ?? null);
}

export function read(fd: number, target: Uint8Array, ...rest: unknown[]): void {
  const callback = rest.pop() as (error: unknown, count?: number, target?: Uint8Array) => void;
  settle(
    () => openFiles.readFrom(fd, target, spanOf(rest)),
    (error, count) => callback(error, count as number, target),
  );
}

export function write(fd: number, data: string | Uint8Array, ...rest: unknown[]): void {
  const callback = rest.pop() as (error: unknown, count?: number, data?: unknown) => void;
  settle(
    () => writeSync(fd, data, ...rest),
    (error, count) => callback(error, count as number, data),
  );
}

export function fstatSync(fd: number): object {
  return openFiles.statsOf(fd);
}

export function fstat(fd: number, ...rest: unknown[]): void {
  settle(() => openFiles.statsOf(fd), rest.pop() as Callback);
}

export function ftruncateSync(fd: number, length?: number): void {
  openFiles.resize(fd, length);
}

export function createReadStream(path: unknown, settings?: object): FileReader {
  return new FileReader(path, settings as { encoding?: string });
}

export function createWriteStream(path: unknown, settings?: object): FileWriter {
  return new FileWriter(path, settings as { encoding?: string });
}

/** The host tells no guest of changes: what is watched never changes. */
export function watch(): object {
  return Object.assign(new EventEmitter(), { close: () => {}, ref: () => {}, unref: () => {} });
}
export const watchFile = watch;
export function unwatchFile(): void {}

function* readAny(path: unknown, settings?: never): Steps<unknown> {
  if (typeof path !== 'number') return yield* operations.readFile(path, settings);
  return inEncoding(openFiles.restOf(path), encodingOf(settings));
}

function* isThere(path: unknown): Steps<boolean> {
  try {
    return (yield* factsOf(filePath(path))) !== null;
  } catch {
    return false;
  }
}

/** `offset, length, position`, or an object with them. */
function spanOf(rest: readonly unknown[]): openFiles.Span {
  const [first, length, position] = rest as [unknown, number?, (number | bigint | null)?];
  if (typeof first === 'object' && first !== null) return first as openFiles.Span;
  const at = position === undefined || position === null ? null : Number(position);
  return { offset: (first as number | undefined) ?? undefined, length, position: at };
}

function settle(run: () => unknown, callback: Callback): void {
  try {
    const value = run();
    queueMicrotask(() => callback(null, value));
  } catch (error) {
    queueMicrotask(() => callback(error as Error));
  }
}

/** Links lead out of what is granted, so none can be made. */
export function symlinkSync(target: unknown, path: unknown): never {
  throw fileError({ code: 'EPERM', syscall: 'symlink', path: `${target}`, dest: `${path}` });
}
export const linkSync = symlinkSync;
export function symlink(target: unknown, path: unknown, ...rest: unknown[]): void {
  settle(() => symlinkSync(target, path), rest.pop() as Callback);
}
export const link = symlink;
