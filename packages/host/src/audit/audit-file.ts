import type { AuditEntry, AuditSink } from '@mortise/contracts';
import { fileIdentity } from '../database/file-identity.ts';
import { JsonlAuditSink } from './jsonl-audit-sink.ts';

/**
 * The audit log of a host in a file that may be out of reach: opened again if it cannot be written, was
 * deleted or replaced. An entry that cannot be written throws, and `trouble` says why.
 */
export class AuditFile implements AuditSink, Disposable {
  readonly #path: string;
  #sink: JsonlAuditSink | undefined;
  #identity: string | undefined;
  #trouble: string | undefined;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
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
