/** What a file or folder is, as the host says or as the bundle knows. */
export interface FileFacts {
  readonly kind: 'file' | 'directory';
  readonly size: number;
  readonly modifiedMs: number;
}

/** `fs.Stats`, as far as something is known. */
export class Stats {
  readonly dev = 1;
  readonly ino = 1;
  readonly nlink = 1;
  readonly uid = 1_000;
  readonly gid = 1_000;
  readonly rdev = 0;
  readonly blksize = 4_096;
  readonly mode: number;
  readonly size: number;
  readonly blocks: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  readonly #isFolder: boolean;

  constructor({ kind, size, modifiedMs }: FileFacts) {
    this.#isFolder = kind === 'directory';
    this.mode = this.#isFolder ? 0o40755 : 0o100644;
    this.size = size;
    this.blocks = Math.ceil(size / 512);
    this.atimeMs = modifiedMs;
    this.mtimeMs = modifiedMs;
    this.ctimeMs = modifiedMs;
    this.birthtimeMs = modifiedMs;
  }

  get atime(): Date {
    return new Date(this.atimeMs);
  }

  get mtime(): Date {
    return new Date(this.mtimeMs);
  }

  get ctime(): Date {
    return new Date(this.ctimeMs);
  }

  get birthtime(): Date {
    return new Date(this.birthtimeMs);
  }

  isFile(): boolean {
    return !this.#isFolder;
  }

  isDirectory(): boolean {
    return this.#isFolder;
  }

  isSymbolicLink(): boolean {
    return false;
  }

  isFIFO(): boolean {
    return false;
  }

  isSocket(): boolean {
    return false;
  }

  isBlockDevice(): boolean {
    return false;
  }

  isCharacterDevice(): boolean {
    return false;
  }
}

export class Dirent {
  readonly name: string;
  readonly parentPath: string;
  readonly path: string;
  readonly #kind: string;

  constructor(name: string, parentPath: string, kind: string) {
    this.name = name;
    this.parentPath = parentPath;
    this.path = parentPath;
    this.#kind = kind;
  }

  isFile(): boolean {
    return this.#kind === 'file';
  }

  isDirectory(): boolean {
    return this.#kind === 'directory';
  }

  isSymbolicLink(): boolean {
    return this.#kind === 'link';
  }

  isFIFO(): boolean {
    return false;
  }

  isSocket(): boolean {
    return false;
  }

  isBlockDevice(): boolean {
    return false;
  }

  isCharacterDevice(): boolean {
    return false;
  }
}
