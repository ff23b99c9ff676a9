import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FileObservation, ObservationKind } from './file-observation.ts';

/** Where the files of an archive or of inline source seem to lie. Nothing on a disk is under it. */
export const MEMORY_ROOT = '/@extension';

/** More than this in one file is never read, whatever it is. */
const MAX_FILE_BYTES = 16_000_000;

export interface ViewParts {
  /** Keys are paths inside the package, `src/index.ts`. */
  readonly memory?: ReadonlyMap<string, Uint8Array>;
  /** Whether files in a real folder, or a real file, may be read; without it all may. */
  readonly mayRead?: (realPath: string) => boolean;
  /** Of one file of the disk. */
  readonly maxBytes?: number;
}

/**
 * The files a bundle may be made of: those of one package held in memory, and those of a disk.
 * Reads only; paths are absolute and written with `/`. What a link leads to is read only if it may
 * be read under its own name.
 */
export class PackageView {
  readonly #memory: ReadonlyMap<string, Uint8Array>;
  readonly #mayRead: (realPath: string) => boolean;
  readonly #maxBytes: number;
  /** package.json of every folder above every import is asked for again and again. */
  readonly #objects = new Map<string, { readonly [key: string]: unknown } | undefined>();

  /** Every question to the disk and its answer: what a bundle depends on. */
  readonly #observed = new Map<string, FileObservation>();

  constructor(parts: ViewParts = {}) {
    const { memory = new Map(), mayRead = () => true, maxBytes = MAX_FILE_BYTES } = parts;
    this.#memory = memory;
    this.#mayRead = mayRead;
    this.#maxBytes = maxBytes;
  }

  /**
   * A file that was read is there: that it was also asked for says nothing more. Sorted, because the
   * bundler reads files side by side.
   */
  get observed(): readonly FileObservation[] {
    return [...this.#observed]
      .filter(([, [kind, path]]) => kind !== 'is' || !this.#observed.get(`read ${path}`)?.[2])
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, observation]) => observation);
  }

  /** What is at a path. What links lead to that may not be read is `outside`, there or not. */
  look(path: string): 'file' | 'outside' | 'none' {
    const isThere = this.isFile(path);
    if (insideMemory(path) !== undefined) return isThere ? 'file' : 'none';
    if (isThere) return this.#mayRead(this.followLinks(path)) ? 'file' : 'outside';
    return isLink(path) || !this.#mayRead(nearestFolder(path)) ? 'outside' : 'none';
  }

  isFile(path: string): boolean {
    const inside = insideMemory(path);
    if (inside !== undefined) return this.#memory.has(inside);
    const isThere = isFileOnDisk(path);
    this.#observe('is', path, String(isThere));
    return isThere;
  }

  /** `undefined` for what is not a file, may not be read or is too large to be one of ours. */
  read(path: string): Uint8Array | undefined {
    const inside = insideMemory(path);
    if (inside !== undefined) return this.#memory.get(inside);
    const real = realPathOf(path);
    if (!this.#mayRead(real)) {
      this.#observe('link', path, real);
      return undefined;
    }
    const bytes = readFromDisk(real, this.#maxBytes);
    this.#observe('read', path, hashOfRead(bytes));
    return bytes;
  }

  readText(path: string): string | undefined {
    const bytes = this.read(path);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** A JSON object, or `undefined` for anything else. */
  readObject(path: string): { readonly [key: string]: unknown } | undefined {
    if (!this.#objects.has(path)) this.#objects.set(path, this.#parseObject(path));
    return this.#objects.get(path);
  }

  #parseObject(path: string): { readonly [key: string]: unknown } | undefined {
    const text = this.readText(path);
    if (text === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      return isRecord(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  followLinks(path: string): string {
    if (insideMemory(path) !== undefined) return path;
    const real = realPathOf(path);
    this.#observe('link', path, real);
    return real;
  }

  #observe(kind: ObservationKind, path: string, seen: string): void {
    this.#observed.set(`${kind} ${path}`, [kind, path, seen]);
  }
}

/** What the disk says now to a question that was asked before. */
export function lookAgain(kind: ObservationKind, path: string): string {
  if (kind === 'is') return String(isFileOnDisk(path));
  return kind === 'link' ? realPathOf(path) : hashOfRead(readFromDisk(path));
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** The real path of the nearest folder above a path that is there. */
function nearestFolder(path: string): string {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (folder === dirname(folder)) return folder;
    try {
      return realpathSync.native(folder);
    } catch {
      // Not there; the one around it may be.
    }
  }
}

function isFileOnDisk(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** `undefined` for what is not a file or is too large to be one of ours. */
export function readFromDisk(path: string, most = MAX_FILE_BYTES): Uint8Array | undefined {
  try {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts?.isFile() === true && facts.size <= most ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function hashOfRead(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : createHash('sha256').update(bytes).digest('base64');
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function insideMemory(path: string): string | undefined {
  return path.startsWith(`${MEMORY_ROOT}/`) ? path.slice(MEMORY_ROOT.length + 1) : undefined;
}
