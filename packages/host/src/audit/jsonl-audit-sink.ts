import { chmodSync, closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AuditEntry, AuditSink } from '@mortise/contracts';

/**
 * Appends entries to a file, one JSON object per line, readable for its owner only.
 * A line is written before `record` returns, in one write, so that several processes may share the
 * file. A write that fails throws: what cannot be recorded must not look recorded.
 */
export class JsonlAuditSink implements AuditSink, Disposable {
  readonly #descriptor: number;
  #isClosed = false;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#descriptor = openSync(path, 'a', 0o600);
    chmodSync(path, 0o600);
  }

  record(entry: AuditEntry): void {
    if (this.#isClosed) throw new Error('The audit log is closed.');
    const line = Buffer.from(`${JSON.stringify(entry)}\n`, 'utf8');
    if (writeSync(this.#descriptor, line) !== line.length) {
      throw new Error('The audit log is full.');
    }
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }
}
