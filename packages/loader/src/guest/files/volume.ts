import posixPath from 'path-browserify';
import { ambient } from '../ambient.ts';
import { Buffer } from '../builtins/buffer.ts';
import { packageFile, packageFolder } from '../package-files.ts';
import { HOME, TEMPORARY } from '../places.ts';
import { type FileFault, fileError } from './file-error.ts';
import type { FileFacts } from './file-facts.ts';
import { answerWhileRegistering, takePending } from './scratch.ts';
import type { HostStep, Steps } from './steps.ts';

type Bytes = InstanceType<typeof Buffer>;
interface FileContent {
  readonly content: string;
  readonly bytes: number;
  readonly eof: boolean;
}
interface Entry {
  readonly name: string;
  readonly kind: string;
}
type Place = Omit<FileFault, 'code' | 'detail'>;

/** Of one question to the host; what is larger is asked for in pieces. */
const PIECE_BYTES = 700_000;

export function* readBytes(path: string, syscall = 'open'): Steps<Bytes> {
  const bundled = packageFile(path);
  if (bundled !== undefined) return Buffer.from(bundled);
  if (isOfPackage(path)) throw notBundled(path, syscall);
  const pieces: Bytes[] = [];
  for (let offset = 0; ; ) {
    const options = { encoding: 'base64', offset, length: PIECE_BYTES };
    const step = { operation: 'fs_reach.read', args: [path, options] };
    const piece = (yield* ask(step, { syscall, path })) as FileContent;
    pieces.push(Buffer.from(piece.content, 'base64'));
    offset += piece.bytes;
    if (piece.eof || piece.bytes === 0) return Buffer.concat(pieces);
  }
}

export interface WriteParts {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isAppended: boolean;
  readonly isExclusive: boolean;
}

/** Whole at once if it fits into one question; what does not is appended piece by piece. */
export function* writeBytes({ path, bytes, isAppended, isExclusive }: WriteParts): Steps<void> {
  refusePackage(path, 'open');
  for (let start = 0; start === 0 || start < bytes.length; start += PIECE_BYTES) {
    const piece = Buffer.from(bytes.subarray(start, start + PIECE_BYTES)).toString('base64');
    const append = isAppended || start > 0;
    const options = {
      encoding: 'base64',
      ...(append && { append }),
      ...(isExclusive && start === 0 && { exclusive: true }),
    };
    const args = [path, piece, options];
    yield* ask({ operation: 'fs_reach.write', args }, { syscall: 'open', path });
  }
}

export function* factsOf(path: string, syscall = 'stat'): Steps<FileFacts | null> {
  const bundled = packageFile(path);
  if (bundled !== undefined) return { kind: 'file', size: bundled.length, modifiedMs: 0 };
  if (packageFolder(path) !== undefined) return { kind: 'directory', size: 0, modifiedMs: 0 };
  if (isOfPackage(path)) return null;
  // Programs look whether these are there before they need them; that they are says nothing of what is in them.
  if (path === HOME || path === TEMPORARY || path === '/')
    return { kind: 'directory', size: 0, modifiedMs: 0 };
  const step = { operation: 'fs_reach.stat', args: [path] };
  return (yield* ask(step, { syscall, path })) as FileFacts | null;
}

/** The same, where something must be there. */
export function* requireFacts(path: string, syscall = 'stat'): Steps<FileFacts> {
  const facts = yield* factsOf(path, syscall);
  if (facts === null) throw fileError({ code: 'ENOENT', syscall, path });
  return facts;
}

export function* listFolder(path: string): Steps<readonly Entry[]> {
  const bundled = packageFolder(path);
  if (bundled !== undefined) return bundled;
  if (isOfPackage(path)) throw notBundled(path, 'scandir');
  const step = { operation: 'fs_reach.list', args: [path, { limit: 10_000 }] };
  const { entries } = (yield* ask(step, { syscall: 'scandir', path })) as {
    readonly entries: readonly Entry[];
  };
  return entries;
}

export function* makeFolder(path: string, isDeep: boolean): Steps<boolean> {
  refusePackage(path, 'mkdir');
  const place = { syscall: 'mkdir', path };
  if (!isDeep) {
    if ((yield* factsOf(path)) !== null) throw fileError({ code: 'EEXIST', ...place });
    const above = yield* factsOf(posixPath.dirname(path));
    const isRoot = posixPath.dirname(path) === '/';
    if (above === null && !isRoot) throw fileError({ code: 'ENOENT', ...place });
  }
  const made = yield* ask({ operation: 'fs_reach.mkdir', args: [path] }, place);
  return (made as { readonly created: boolean }).created;
}

export function* removeFile(path: string, place: Omit<Place, 'path'>): Steps<void> {
  refusePackage(path, place.syscall);
  const step = { operation: 'fs_reach.remove', args: [path] };
  if ((yield* ask(step, { ...place, path })) !== true) {
    throw fileError({ code: 'ENOENT', ...place, path });
  }
}

/** A folder, with all that is in it if that is meant. */
export function* removeFolder(path: string, isDeep: boolean): Steps<void> {
  const place = { syscall: 'rmdir', path };
  refusePackage(path, place.syscall);
  if (!isDeep && (yield* listFolder(path)).length > 0) {
    throw fileError({ code: 'ENOTEMPTY', ...place });
  }
  yield* ask({ operation: 'fs_reach.remove', args: [path, { recursive: true }] }, place);
}

export function* renameFile(path: string, dest: string): Steps<void> {
  const place = { syscall: 'rename', path, dest };
  refusePackage(path, place.syscall);
  refusePackage(dest, place.syscall);
  yield* ask({ operation: 'fs_reach.rename', args: [path, dest] }, place);
}

/** Asks the host, and turns what it refuses into the error that Node would throw. */
function* ask(step: HostStep, place: Place): Steps<unknown> {
  try {
    if (!ambient.hasCall) return answerWhileRegistering(step);
    for (const earlier of takePending()) yield earlier;
    return yield step;
  } catch (error) {
    throw asFileError(error, place);
  }
}

/** The error itself is changed, not replaced: that it stands for a refusal is known by which one it is. */
function asFileError(error: unknown, place: Place): unknown {
  if (!(error instanceof Error)) return error;
  const { code, system } = error as Error & { readonly code?: string; readonly system?: string };
  const isDenied = code === 'capability_denied';
  const made = fileError({
    ...place,
    code: system ?? (isDenied ? 'EACCES' : 'EIO'),
    ...(system === undefined && { detail: error.message }),
  });
  return Object.assign(error, made, { message: made.message });
}

function refusePackage(path: string, syscall: string): void {
  if (isOfPackage(path)) throw fileError({ code: 'EROFS', syscall, path });
}

/** No grant would bring it: the host has no files of a package, only the bundle has. */
function notBundled(path: string, syscall: string): Error {
  const detail = 'it is not in the bundle, which holds files that the code names beside itself';
  return fileError({ code: 'ENOENT', syscall, path, detail });
}

function isOfPackage(path: string): boolean {
  return path === '/extension' || path.startsWith('/extension/');
}
