import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AuditEntry, AuditSink } from '@mortise/contracts';

/**
 * Appends entries to a file, one JSON object per line, readable for its owner only.
 * A line is written before `record` returns, in one write, so that several processes may share the
 * file. A write that fails throws: what cannot be recorded must not look recorded.
 */
export class JsonlAuditSink implements AuditSink, Disposable {
  readonly #descriptor: number;
  /** The last line has no end: what was appended to it could not be read. */
  #isTorn: boolean;
  #isClosed = false;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#descriptor = openSync(path, 'a+', 0o600);
    chmodSync(path, 0o600);
    this.#isTorn = endsInLine(this.#descriptor);
  }

  record(entry: AuditEntry): void {
    if (this.#isClosed) throw new Error('The audit log is closed.');
    const line = Buffer.from(`${this.#isTorn ? '\n' : ''}${JSON.stringify(entry)}\n`, 'utf8');
    const written = writeSync(this.#descriptor, line);
    this.#isTorn = written !== line.length;
    if (this.#isTorn) {
      throw new Error('The audit log is full.');
    }
  }

  /** Of the file, with what other processes wrote to it. */
  get bytes(): number {
    return fstatSync(this.#descriptor).size;
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }
}

const LINE_END = 0x0a;

function endsInLine(descriptor: number): boolean {
  const last = Buffer.alloc(1);
  const { size } = fstatSync(descriptor);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== LINE_END;
}
