import { Buffer } from '../builtins/buffer.ts';
import { fileError } from './file-error.ts';
import { type FileFacts, Stats } from './file-facts.ts';
import { filePath } from './file-path.ts';
import type { Steps } from './steps.ts';
import * as volume from './volume.ts';

type Bytes = InstanceType<typeof Buffer>;

interface OpenFile {
  readonly path: string;
  readonly isAppended: boolean;
  readonly isWritable: boolean;
  bytes: Bytes;
  position: number;
  isChanged: boolean;
}

/** The first three are those of a process. */
const FIRST = 3;
const STDOUT = 1;
const STDERR = 2;
const opened = new Map<number, OpenFile>();
let last = FIRST - 1;
const FLAGS: ReadonlyMap<number, string> = new Map([
  [0, 'r'],
  [2, 'r+'],
  [0o1101, 'w'],
  [0o1102, 'w+'],
  [0o2101, 'a'],
  [0o1301, 'wx'],
]);

/** A file that is open is in memory as a whole; what was written goes to the host when it is closed. */
export function* open(rawPath: unknown, rawFlags: string | number = 'r'): Steps<number> {
  const path = filePath(rawPath);
  const flags = typeof rawFlags === 'number' ? (FLAGS.get(rawFlags) ?? 'r') : rawFlags;
  const facts = yield* volume.factsOf(path, 'open');
  const file: OpenFile = {
    ...{ path, position: 0, bytes: Buffer.alloc(0), isChanged: false },
    isAppended: flags.startsWith('a'),
    isWritable: flags !== 'r' && flags !== 'rs',
  };
  yield* prepare(file, flags, facts);
  last += 1;
  opened.set(last, file);
  return last;
}

function* prepare(file: OpenFile, flags: string, facts: FileFacts | null): Steps<void> {
  const place = { syscall: 'open', path: file.path };
  if (facts?.kind === 'directory' && file.isWritable) throw fileError({ code: 'EISDIR', ...place });
  if (facts === null && flags.startsWith('r')) throw fileError({ code: 'ENOENT', ...place });
  if (facts !== null && flags.includes('x')) throw fileError({ code: 'EEXIST', ...place });
  const isEmptied = flags.startsWith('w');
  if (facts?.kind === 'file' && !isEmptied) file.bytes = yield* volume.readBytes(file.path);
  file.isChanged = facts === null || (isEmptied && facts.size > 0);
  // What cannot be written is refused here, and not only when it is closed.
  if (file.isChanged) yield* flush(file);
}

export function* close(fd: number): Steps<void> {
  const file = fileOf(fd, 'close');
  opened.delete(fd);
  yield* flush(file);
}

export function* sync(fd: number): Steps<void> {
  yield* flush(fileOf(fd, 'fsync'));
}

function* flush(file: OpenFile): Steps<void> {
  if (!file.isChanged) return;
  file.isChanged = false;
  const { path, bytes } = file;
  yield* volume.writeBytes({ path, bytes, isAppended: false, isExclusive: false });
}

export interface Span {
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
  readonly position?: number | null | undefined;
}

/** Into `target`; answers how many bytes there were. */
export function readFrom(fd: number, target: Uint8Array, span: Span = {}): number {
  const file = fileOf(fd, 'read');
  const { offset = 0, length = target.length - offset, position = null } = span;
  const start = position ?? file.position;
  const piece = file.bytes.subarray(start, start + length);
  target.set(piece, offset);
  if (position === null) file.position += piece.length;
  return piece.length;
}

export function writeInto(fd: number, data: Uint8Array, position: number | null = null): number {
  if (fd === STDOUT || fd === STDERR) return say(fd, data);
  const file = fileOf(fd, 'write');
  if (!file.isWritable) throw fileError({ code: 'EBADF', syscall: 'write', path: file.path });
  const start = file.isAppended ? file.bytes.length : (position ?? file.position);
  const size = Math.max(file.bytes.length, start + data.length);
  const whole = Buffer.alloc(size);
  whole.set(file.bytes);
  whole.set(data, start);
  file.bytes = whole;
  file.isChanged = true;
  if (position === null) file.position = start + data.length;
  return data.length;
}

/** Loggers write to the outlets of a process by their numbers. */
function say(fd: number, data: Uint8Array): number {
  const text = new TextDecoder().decode(data).replace(/\n$/, '');
  if (fd === STDOUT) console.log(text);
  else console.error(text);
  return data.length;
}

export function resize(fd: number, length = 0): void {
  const file = fileOf(fd, 'ftruncate');
  const whole = Buffer.alloc(length);
  whole.set(file.bytes.subarray(0, length));
  file.bytes = whole;
  file.isChanged = true;
}

export function statsOf(fd: number): Stats {
  const { bytes } = fileOf(fd, 'fstat');
  return new Stats({ kind: 'file', size: bytes.length, modifiedMs: Date.now() });
}

/** All that is left behind its position. */
export function restOf(fd: number): Bytes {
  const file = fileOf(fd, 'read');
  const rest = file.bytes.subarray(file.position);
  file.position = file.bytes.length;
  return Buffer.from(rest);
}

export function pathOf(fd: number): string {
  return fileOf(fd, 'open').path;
}

function fileOf(fd: number, syscall: string): OpenFile {
  const file = opened.get(fd);
  if (file === undefined) throw fileError({ code: 'EBADF', syscall, path: `${fd}` });
  return file;
}
