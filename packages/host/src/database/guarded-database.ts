import type { DatabaseSync } from 'node:sqlite';
import { fileIdentity } from './file-identity.ts';
import { type FileFault, faultOf } from './sqlite-faults.ts';

/** A file is tried again after this pause at the earliest; looking at a large one takes time. */
const RETRY_MS = 1_000;
/** The pause is so many times what the last look took, which holds up all of the host. */
const PAUSE_SHARE = 10;
const LONGEST_PAUSE_MS = 30_000;

export interface GuardedFile {
  readonly path: string;
  /** Opens, checks and prepares the file. Throws for one that cannot be used, and leaves it as it is. */
  readonly open: () => DatabaseSync;
  /** Called once for each trouble that begins. */
  readonly onTrouble?: (trouble: FileTrouble, error: unknown) => void;
  /** Monotonic, ms. */
  readonly clock?: () => number;
}

/** Why a file cannot be used, or cannot be written. */
export interface FileTrouble {
  readonly fault: Exclude<FileFault, 'busy'>;
  readonly reason: string;
}

/** Thrown in place of an answer while the file cannot be used. */
export class FileUnusable extends Error {
  override readonly name = 'FileUnusable';
}

/**
 * A database whose file may be damaged, gone, newer than this program or on a full disk. Its owner goes
 * on without it and is told why; the file is tried again by itself, so that it serves once the cause is gone.
 */
export class GuardedDatabase implements Disposable {
  readonly #file: GuardedFile;
  readonly #clock: () => number;
  #database: DatabaseSync | undefined;
  #identity: string | undefined;
  #trouble: FileTrouble | undefined;
  #retryAt = 0;
  #isClosed = false;
  #replacements = 0;

  constructor(file: GuardedFile) {
    this.#file = file;
    this.#clock = file.clock ?? (() => performance.now());
    this.#open();
  }

  /** Looks at the file if it was not looked at lately: what was mended is in use again. */
  get trouble(): FileTrouble | undefined {
    if (!this.#isClosed) this.#look();
    return this.#trouble;
  }

  /** How often the file was deleted or replaced under this program, which went on with the one that is there. */
  get replacements(): number {
    return this.#replacements;
  }

  /** Whether there is a file to work on; what is left then is trouble with writing alone. */
  get isOpen(): boolean {
    return this.#database !== undefined;
  }

  /** Throws `FileUnusable` while there is no file to work on, and whatever `work` throws. */
  read<Result>(work: (database: DatabaseSync) => Result): Result {
    const database = this.#ready();
    try {
      return work(database);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /** The same in one transaction; that it was written ends the trouble of a full or read-only disk. */
  write<Result>(work: (database: DatabaseSync) => Result): Result {
    const result = this.read((database) => inTransaction(database, work));
    this.#trouble = undefined;
    return result;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#release();
  }

  #ready(): DatabaseSync {
    if (this.#isClosed) throw new FileUnusable('It is closed.');
    this.#look();
    if (this.#database !== undefined) return this.#database;
    throw new FileUnusable(this.#trouble?.reason ?? 'It cannot be opened.');
  }

  /** A file that was deleted would still take writes, which no other process could see. */
  #look(): void {
    const now = this.#clock();
    if (this.#database !== undefined) {
      if (this.#identity === identityOf(this.#file.path)) return;
      this.#replacements += 1;
      this.#release();
      this.#open();
    } else if (now >= this.#retryAt) this.#open();
  }

  #open(): void {
    const startedAt = this.#clock();
    try {
      this.#database = this.#file.open();
      this.#identity = identityOf(this.#file.path);
      this.#trouble = undefined;
    } catch (error) {
      this.#begin(error);
      const endedAt = this.#clock();
      const pauseMs = Math.max(RETRY_MS, (endedAt - startedAt) * PAUSE_SHARE);
      this.#retryAt = endedAt + Math.min(pauseMs, LONGEST_PAUSE_MS);
    }
  }

  #note(error: unknown): void {
    const fault = faultOf(error);
    // What `work` itself threw says nothing about the file.
    if (fault === 'busy' || !(error instanceof Error && 'errcode' in error)) return;
    if (fault === 'damaged') this.#release();
    this.#begin(error);
  }

  #begin(error: unknown): void {
    const fault = faultOf(error);
    const trouble: FileTrouble = {
      fault: fault === 'busy' ? 'unusable' : fault,
      reason: error instanceof Error ? error.message : String(error),
    };
    const isKnown = this.#trouble?.reason === trouble.reason;
    this.#trouble = trouble;
    if (!isKnown) this.#file.onTrouble?.(trouble, error);
  }

  #release(): void {
    const database = this.#database;
    this.#database = undefined;
    if (database?.isOpen === true) database.close();
  }
}

function identityOf(path: string): string | undefined {
  return path === ':memory:' ? path : fileIdentity(path);
}

/** IMMEDIATE takes the write lock before reading: a deferred transaction fails if another process wrote in between. */
function inTransaction<Result>(
  database: DatabaseSync,
  work: (database: DatabaseSync) => Result,
): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work(database);
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
