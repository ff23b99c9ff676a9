import type { AuditEntry, AuditSink } from '@mortise/contracts';

/** The sink of an embedder, and whether its last entry could be written. */
export class WatchedAudit implements AuditSink {
  readonly #sink: AuditSink;
  #trouble: string | undefined;

  constructor(sink: AuditSink) {
    this.#sink = sink;
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  flush(): void {
    this.#sink.flush?.();
  }

  record(entry: AuditEntry): void {
    try {
      this.#sink.record(entry);
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }
}
