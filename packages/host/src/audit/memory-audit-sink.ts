import type { AuditEntry, AuditSink } from '@mortise/contracts';

/** Keeps entries as long as the process lives. For tests and for embedders that pass them on. */
export class MemoryAuditSink implements AuditSink {
  readonly #entries: AuditEntry[] = [];

  get entries(): readonly AuditEntry[] {
    return this.#entries;
  }

  record(entry: AuditEntry): void {
    this.#entries.push(Object.freeze({ ...entry }));
  }
}
