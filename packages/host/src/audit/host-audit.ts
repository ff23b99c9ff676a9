import { type AuditEntry, type AuditSink, MortiseError } from '@mortise/contracts';
import type { AuditFile } from './audit-file.ts';
import type { PublicAuditKey } from './audit-key.ts';
import type { AuditVerdict } from './audit-verdict.ts';
import { type ExplainedCall, explainCall } from './explain-call.ts';
import { type OperatorAction, recordOperatorAction } from './record-operator-action.ts';
import { type AuditPage, type AuditQuery, searchAudit } from './search-audit.ts';
import { type VerifyOptions, verifyAudit } from './verify-audit.ts';

export interface HostAuditParts {
  readonly sink: AuditSink;
  /** Absent where the log is no file of the host. */
  readonly file?: AuditFile | undefined;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** What was refused, and to whom. */
export type RefusedRequest = Pick<
  AuditEntry,
  'action' | 'target' | 'reason' | 'principalId' | 'detail'
>;

/** The audit log of a host, for those who act on it and read it. */
export class HostAudit {
  readonly #parts: HostAuditParts;

  constructor(parts: HostAuditParts) {
    this.#parts = parts;
  }

  /** Writes down what an operator did, before it returns. Throws if the log cannot be written. */
  recordAction(action: Omit<OperatorAction, 'at'>): void {
    const { sink, now } = this.#parts;
    recordOperatorAction(sink, { ...action, at: now() });
    sink.flush?.();
  }

  /** Writes down what a front refused before it came to a call: a login, a request without the right. */
  recordRefusal(refusal: RefusedRequest): void {
    const { sink, now } = this.#parts;
    sink.record({ ...refusal, at: now(), kind: 'permission', decision: 'denied' });
  }

  /** Walks the chain and names the first broken link. Rejects with `audit_absent` without a file. */
  async verify(options?: VerifyOptions): Promise<AuditVerdict> {
    return verifyAudit(this.#written(), options);
  }

  /** A page of records, the newest first. Rejects with `audit_absent` without a file. */
  async search(query?: AuditQuery): Promise<AuditPage> {
    return searchAudit(this.#written(), query);
  }

  /**
   * Makes the decision on a call of the past again, from what was recorded. Rejects with
   * `audit_call_unknown`, and with `audit_absent` without a file.
   */
  async why(callId: string, given?: { readonly args?: unknown }): Promise<ExplainedCall> {
    return explainCall(this.#written(), callId, given);
  }

  /** The public key that the log is signed with. */
  key(): PublicAuditKey {
    const { keyId, publicKey } = this.#file().withWriter((writer) => writer.key());
    return { keyId, publicKey };
  }

  /** Signs with a new key from now on; the old one signs that it follows. */
  replaceKey(): PublicAuditKey {
    const { keyId, publicKey } = this.#file().withWriter((writer) => writer.replaceKey());
    return { keyId, publicKey };
  }

  #file(): AuditFile {
    const { file } = this.#parts;
    if (file === undefined) throw new MortiseError('audit_absent', '');
    return file;
  }

  /** The path of the log, with everything in it that was recorded. */
  #written(): string {
    const file = this.#file();
    file.flush();
    return file.path;
  }
}
