import { renameSync } from 'node:fs';
import type { AuditEntry, AuditSink } from '@mortise/contracts';
import { fileIdentity } from '../database/file-identity.ts';
import { oldAuditName } from './audit-files.ts';
import { JsonlAuditSink } from './jsonl-audit-sink.ts';

/** The size is looked at after so many entries: other processes write to the file, too. */
const LOOK_EVERY = 64;

export interface AuditFileOptions {
  /** At this size the log goes on in a new file; asked each time it is looked at. */
  readonly maxBytes?: () => number;
  /** Wall clock in ms. */
  readonly now?: () => number;
}

/**
 * The audit log of a host in a file that may be out of reach: opened again if it cannot be written, was
 * deleted or replaced. An entry that cannot be written throws, and `trouble` says why. A log that has
 * grown large is put aside; every process that writes to it goes on in the new one.
 */
export class AuditFile implements AuditSink, Disposable {
  readonly #path: string;
  #sink: JsonlAuditSink | undefined;
  #identity: string | undefined;
  #trouble: string | undefined;
  #isClosed = false;
  #written = 0;
  readonly #maxBytes: () => number;
  readonly #now: () => number;

  constructor(path: string, options: AuditFileOptions = {}) {
    const { maxBytes = () => Number.POSITIVE_INFINITY, now = Date.now } = options;
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#now = now;
    this.#attempt(() => this.#ready());
  }

  /** Why the last entry could not be written, or the file not opened. */
  get trouble(): string | undefined {
    // A file that could not be opened may be well again, and without calls no entry would show it.
    const isMissing = this.#trouble !== undefined && this.#sink === undefined;
    if (isMissing && !this.#isClosed) this.#attempt(() => this.#reopen());
    return this.#trouble;
  }

  record(entry: AuditEntry): void {
    const error = this.#attempt(() => this.#ready().record(entry));
    if (error !== undefined) throw error;
    if (this.#written % LOOK_EVERY === 0) this.putAsideIfLarge();
    this.#written += 1;
  }

  /** Never throws: a log that cannot be put aside is written on. */
  putAsideIfLarge(): void {
    try {
      const isLarge = this.#sink !== undefined && this.#sink.bytes > this.#maxBytes();
      // Another process may have been first; then the path has a new file, which is not large.
      if (!isLarge || this.#identity !== fileIdentity(this.#path)) return;
      renameSync(this.#path, oldAuditName(this.#path, this.#now()));
      this.#release();
    } catch {
      // A folder that cannot be changed: the next look tries again.
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#release();
  }

  #attempt(work: () => unknown): Error | undefined {
    try {
      work();
      this.#trouble = undefined;
      return undefined;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.#trouble = error.message;
      return error;
    }
  }

  #ready(): JsonlAuditSink {
    if (this.#isClosed) throw new Error('The audit log is closed.');
    const isThere = this.#sink !== undefined && this.#identity === fileIdentity(this.#path);
    return isThere && this.#sink !== undefined ? this.#sink : this.#reopen();
  }

  #reopen(): JsonlAuditSink {
    this.#release();
    const sink = new JsonlAuditSink(this.#path);
    this.#sink = sink;
    this.#identity = fileIdentity(this.#path);
    return sink;
  }

  #release(): void {
    this.#sink?.[Symbol.dispose]();
    this.#sink = undefined;
  }
}
