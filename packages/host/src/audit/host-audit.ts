import type { AuditSink } from '@mortise/contracts';
import { type OperatorAction, recordOperatorAction } from './record-operator-action.ts';

export interface HostAuditParts {
  readonly sink: AuditSink;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** The audit log of a host, for those who act on it and read it. */
export class HostAudit {
  readonly #parts: HostAuditParts;

  constructor(parts: HostAuditParts) {
    this.#parts = parts;
  }

  /** Writes down what an operator did. Throws if the log cannot be written. */
  recordAction(action: Omit<OperatorAction, 'at'>): void {
    const { sink, now } = this.#parts;
    recordOperatorAction(sink, { ...action, at: now() });
  }
}
