import { constants as flags } from '../files/constants.ts';
import type { Dirent, Stats } from '../files/file-facts.ts';
import { ReadStream, WriteStream } from '../files/file-streams.ts';
import * as openFiles from '../files/open-files.ts';
import { bytesOf, encodingOf, inEncoding, operations } from '../files/operations.ts';
import { runLater } from '../files/steps.ts';
import { Buffer } from './buffer.ts';

type Args<Name extends keyof typeof operations> = Parameters<(typeof operations)[Name]>;

export const constants = flags;
export const readFile = async (path: unknown, settings?: Args<'readFile'>[1]): Promise<unknown> =>
  path instanceof FileHandle
    ? path.readFile(settings)
    : runLater(operations.readFile(path, settings));
export const writeFile = async (
  path: unknown,
  data: Args<'writeFile'>[1],
  settings?: Args<'writeFile'>[2],
): Promise<void> =>
  path instanceof FileHandle
    ? path.writeFile(data)
    : runLater(operations.writeFile(path, await collected(data), settings));
export const appendFile = (...args: Args<'appendFile'>) => runLater(operations.appendFile(...args));
export const stat = (...args: Args<'stat'>) => runLater(operations.stat(...args));
export const lstat = (...args: Args<'lstat'>) => runLater(operations.lstat(...args));
export const access = (path: unknown) => runLater(operations.access(path));
export const readdir = (...args: Args<'readdir'>) => runLater(operations.readdir(...args));
export const mkdir = (...args: Args<'mkdir'>) => runLater(operations.mkdir(...args));
export const mkdtemp = (...args: Args<'mkdtemp'>) => runLater(operations.mkdtemp(...args));
export const unlink = (path: unknown) => runLater(operations.unlink(path));
export const rmdir = (...args: Args<'rmdir'>) => runLater(operations.rmdir(...args));
export const rm = (...args: Args<'rm'>) => runLater(operations.rm(...args));
export const rename = (...args: Args<'rename'>) => runLater(operations.rename(...args));
export const copyFile = (...args: Args<'copyFile'>) => runLater(operations.copyFile(...args));
export const cp = (...args: Args<'cp'>) => runLater(operations.cp(...args));
export const truncate = (...args: Args<'truncate'>) => runLater(operations.truncate(...args));
export const realpath = (path: unknown) => runLater(operations.realpath(path));
export const readlink = (path: unknown) => runLater(operations.readlink(path));
export const chmod = (path: unknown) => runLater(operations.chmod(path));
export const chown = (path: unknown) => runLater(operations.chown(path));
export const utimes = (path: unknown) => runLater(operations.utimes(path));
export const lchown = chown;
export const lutimes = utimes;

export async function open(path: unknown, mode?: string | number): Promise<FileHandle> {
  return new FileHandle(await runLater(openFiles.open(path, mode)));
}

export async function opendir(path: unknown): Promise<AsyncIterable<Dirent> & object> {
  const entries = (await readdir(path, { withFileTypes: true })) as Dirent[];
  return Object.assign(entries.values() as unknown as AsyncIterable<Dirent>, {
    path: `${path}`,
    read: async () => entries.shift() ?? null,
    close: async () => {},
    async *[Symbol.asyncIterator]() {
      yield* entries;
    },
  });
}

/** An open file with its methods. */
class FileHandle {
  readonly fd: number;

  constructor(fd: number) {
    this.fd = fd;
  }

  async read(target: Uint8Array = Buffer.alloc(16_384), ...rest: unknown[]): Promise<object> {
    const [first, length, position] = rest as [unknown, number?, (number | null)?];
    const span =
      typeof first === 'object' && first !== null
        ? (first as openFiles.Span)
        : { offset: first as number | undefined, length, position };
    return { bytesRead: openFiles.readFrom(this.fd, target, span), buffer: target };
  }

  async write(data: string | Uint8Array, ...rest: unknown[]): Promise<object> {
    const position = rest.find((each) => typeof each === 'number') as number | undefined;
    const isText = typeof data === 'string';
    const bytes = isText ? Buffer.from(data) : data;
    const at = isText ? (position ?? null) : ((rest[2] as number | null | undefined) ?? null);
    return { bytesWritten: openFiles.writeInto(this.fd, bytes, at), buffer: data };
  }

  async readFile(settings?: Args<'readFile'>[1]): Promise<unknown> {
    return inEncoding(openFiles.restOf(this.fd), encodingOf(settings));
  }

  async writeFile(data: Args<'writeFile'>[1]): Promise<void> {
    openFiles.resize(this.fd, 0);
    openFiles.writeInto(this.fd, bytesOf(data), 0);
  }

  async appendFile(data: Args<'writeFile'>[1]): Promise<void> {
    openFiles.writeInto(this.fd, bytesOf(data));
  }

  async stat(): Promise<Stats> {
    return openFiles.statsOf(this.fd);
  }

  async truncate(length = 0): Promise<void> {
    openFiles.resize(this.fd, length);
  }

  async chmod(): Promise<void> {}

  async utimes(): Promise<void> {}

  sync(): Promise<void> {
    return runLater(openFiles.sync(this.fd));
  }

  datasync(): Promise<void> {
    return this.sync();
  }

  close(): Promise<void> {
    return runLater(openFiles.close(this.fd));
  }

  createReadStream(settings?: object): ReadStream {
    return new ReadStream(openFiles.pathOf(this.fd), settings as { encoding?: string });
  }

  createWriteStream(settings?: object): WriteStream {
    return new WriteStream(openFiles.pathOf(this.fd), settings as { encoding?: string });
  }

  async *readLines(): AsyncGenerator<string> {
    yield* openFiles.restOf(this.fd).toString('utf8').split(/\r?\n/);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Streams and asynchronous iterables are written as a whole. */
async function collected(data: unknown): Promise<Args<'writeFile'>[1]> {
  const isStream = typeof (data as AsyncIterable<unknown>)?.[Symbol.asyncIterator] === 'function';
  if (!isStream || typeof data === 'string') return data as Args<'writeFile'>[1];
  const pieces: Uint8Array[] = [];
  for await (const piece of data as AsyncIterable<string | Uint8Array>) pieces.push(bytesOf(piece));
  return Buffer.concat(pieces);
}
