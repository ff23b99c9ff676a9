import posixPath from 'path-browserify';
import { Buffer } from '../builtins/buffer.ts';
import { fileError } from './file-error.ts';
import { Dirent, type FileFacts, Stats } from './file-facts.ts';
import { filePath } from './file-path.ts';
import type { Steps } from './steps.ts';
import * as volume from './volume.ts';

type Settings = { readonly [key: string]: unknown } | string | null | undefined;
type Data = string | Uint8Array | ArrayBufferView | Iterable<string | Uint8Array>;

/** A folder that did not end by now goes round in circles. */
const DEEPEST = 64;

/**
 * Every operation of `fs` with a path, once, as steps; `fs` runs them now or with a callback,
 * `fs/promises` as promises.
 */
export const operations = {
  *readFile(path: unknown, settings?: Settings): Steps<unknown> {
    const bytes = yield* volume.readBytes(filePath(path));
    return inEncoding(bytes, encodingOf(settings));
  },

  *writeFile(path: unknown, data: Data, settings?: Settings): Steps<void> {
    const flag = String(settingOf(settings, 'flag') ?? 'w');
    const bytes = bytesOf(data, encodingOf(settings));
    const parts = { isAppended: flag.startsWith('a'), isExclusive: flag.includes('x') };
    yield* volume.writeBytes({ path: filePath(path), bytes, ...parts });
  },

  *appendFile(path: unknown, data: Data, settings?: Settings): Steps<void> {
    const bytes = bytesOf(data, encodingOf(settings));
    yield* volume.writeBytes({ path: filePath(path), bytes, isAppended: true, isExclusive: false });
  },

  *stat(path: unknown, settings?: Settings): Steps<Stats | undefined> {
    return yield* statsOf(filePath(path), 'stat', settings);
  },

  *lstat(path: unknown, settings?: Settings): Steps<Stats | undefined> {
    return yield* statsOf(filePath(path), 'lstat', settings);
  },

  *access(path: unknown): Steps<void> {
    yield* volume.requireFacts(filePath(path), 'access');
  },

  *readdir(path: unknown, settings?: Settings): Steps<unknown> {
    const folder = filePath(path);
    const found = yield* entriesOf(folder, settingOf(settings, 'recursive') === true, 0);
    const isTyped = settingOf(settings, 'withFileTypes') === true;
    return found.map((entry) => (isTyped ? entry : posixPath.relative(folder, pathOf(entry))));
  },

  *mkdir(path: unknown, settings?: Settings | number): Steps<string | undefined> {
    const isDeep = settingOf(settings as Settings, 'recursive') === true;
    const folder = filePath(path);
    const isNew = yield* volume.makeFolder(folder, isDeep);
    return isDeep && isNew ? folder : undefined;
  },

  *mkdtemp(prefix: unknown): Steps<string> {
    const path = filePath(`${prefix}${globalThis.crypto.randomUUID().slice(0, 6)}`);
    yield* volume.makeFolder(path, true);
    return path;
  },

  *unlink(path: unknown): Steps<void> {
    yield* volume.removeFile(filePath(path), { syscall: 'unlink' });
  },

  *rmdir(path: unknown, settings?: Settings): Steps<void> {
    yield* volume.removeFolder(filePath(path), settingOf(settings, 'recursive') === true);
  },

  *rm(path: unknown, settings?: Settings): Steps<void> {
    const target = filePath(path);
    const facts = yield* volume.factsOf(target, 'rm');
    if (facts === null) {
      if (settingOf(settings, 'force') === true) return;
      throw fileError({ code: 'ENOENT', syscall: 'rm', path: target });
    }
    if (facts.kind === 'file') return yield* volume.removeFile(target, { syscall: 'rm' });
    if (settingOf(settings, 'recursive') !== true) {
      throw fileError({ code: 'EISDIR', syscall: 'rm', path: target });
    }
    return yield* volume.removeFolder(target, true);
  },

  *rename(from: unknown, to: unknown): Steps<void> {
    yield* volume.renameFile(filePath(from), filePath(to));
  },

  *copyFile(from: unknown, to: unknown, mode?: number): Steps<void> {
    const bytes = yield* volume.readBytes(filePath(from), 'copyfile');
    const isExclusive = mode === 1;
    yield* volume.writeBytes({ path: filePath(to), bytes, isAppended: false, isExclusive });
  },

  *cp(from: unknown, to: unknown, settings?: Settings): Steps<void> {
    const isDeep = settingOf(settings, 'recursive') === true;
    yield* copyTree({ from: filePath(from), to: filePath(to), isDeep, depth: 0 });
  },

  *truncate(path: unknown, length = 0): Steps<void> {
    const target = filePath(path);
    const bytes = yield* volume.readBytes(target);
    const cut = Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length))]);
    const parts = { isAppended: false, isExclusive: false };
    yield* volume.writeBytes({ path: target, bytes: cut.subarray(0, length), ...parts });
  },

  *realpath(path: unknown): Steps<string> {
    const target = filePath(path);
    yield* volume.requireFacts(target, 'realpath');
    return target;
  },

  *readlink(path: unknown): Steps<string> {
    const target = filePath(path);
    yield* volume.requireFacts(target, 'readlink');
    throw fileError({ code: 'EINVAL', syscall: 'readlink', path: target });
  },

  /** Modes, owners and times are the host's; what code sets is taken and changes nothing. */
  *chmod(path: unknown): Steps<void> {
    yield* volume.requireFacts(filePath(path), 'chmod');
  },

  *chown(path: unknown): Steps<void> {
    yield* volume.requireFacts(filePath(path), 'chown');
  },

  *utimes(path: unknown): Steps<void> {
    yield* volume.requireFacts(filePath(path), 'utimes');
  },
};

function* statsOf(path: string, syscall: string, settings: Settings): Steps<Stats | undefined> {
  const facts = yield* volume.factsOf(path, syscall);
  if (facts !== null) return new Stats(facts);
  if (settingOf(settings, 'throwIfNoEntry') === false) return undefined;
  throw fileError({ code: 'ENOENT', syscall, path });
}

function* entriesOf(folder: string, isDeep: boolean, depth: number): Steps<readonly Dirent[]> {
  const found: Dirent[] = [];
  for (const { name, kind } of yield* volume.listFolder(folder)) {
    const entry = new Dirent(name, folder, kind);
    found.push(entry);
    const isEntered = isDeep && entry.isDirectory() && depth < DEEPEST;
    if (isEntered) found.push(...(yield* entriesOf(pathOf(entry), true, depth + 1)));
  }
  return found;
}

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly isDeep: boolean;
  readonly depth: number;
}

function* copyTree({ from, to, isDeep, depth }: Copying): Steps<void> {
  const facts: FileFacts = yield* volume.requireFacts(from, 'cp');
  if (facts.kind === 'file') return yield* operations.copyFile(from, to);
  if (!isDeep || depth > DEEPEST) throw fileError({ code: 'EISDIR', syscall: 'cp', path: from });
  yield* volume.makeFolder(to, true);
  for (const { name } of yield* volume.listFolder(from)) {
    const next = { from: posixPath.join(from, name), to: posixPath.join(to, name) };
    yield* copyTree({ ...next, isDeep, depth: depth + 1 });
  }
}

function pathOf({ parentPath, name }: Dirent): string {
  return posixPath.join(parentPath, name);
}

export function settingOf(settings: Settings, key: string): unknown {
  return typeof settings === 'object' && settings !== null ? settings[key] : undefined;
}

export function encodingOf(settings: Settings): string | undefined {
  const encoding = typeof settings === 'string' ? settings : settingOf(settings, 'encoding');
  return typeof encoding === 'string' && encoding !== 'buffer' ? encoding : undefined;
}

export function inEncoding(bytes: InstanceType<typeof Buffer>, encoding?: string): unknown {
  return encoding === undefined ? bytes : bytes.toString(encoding as 'utf8');
}

export function bytesOf(data: Data, encoding = 'utf8'): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, encoding as 'utf8');
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data)) {
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
  if (typeof (data as Iterable<string>)?.[Symbol.iterator] !== 'function') {
    const message = `The "data" argument must be of type string or an instance of Buffer. Received ${typeof data}`;
    throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  return Buffer.concat([...(data as Iterable<string | Uint8Array>)].map((each) => bytesOf(each)));
}
