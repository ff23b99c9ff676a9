import { type AuditEntry, type AuditSink, type HeldCall, hashArguments } from '@mortise/contracts';

export interface ApprovalLogParts {
  readonly audit: AuditSink;
  /** Wall clock, ms. */
  readonly now: () => number;
}

/** Writes every hold, decision and use into the audit log, with the hashes of what it is about. */
export class ApprovalLog {
  readonly #parts: ApprovalLogParts;

  constructor(parts: ApprovalLogParts) {
    this.#parts = parts;
  }

  held(held: HeldCall): void {
    this.#record(held, 'approval.hold', { decision: 'held', reason: held.reason });
  }

  decided(held: HeldCall): void {
    const { decision } = held;
    if (decision === undefined) return;
    const { verdict, by, way, reason } = decision;
    this.#record(held, verdict === 'approved' ? 'approval.approve' : 'approval.deny', {
      decision: verdict === 'approved' ? 'allowed' : 'denied',
      principalId: by,
      detail: { hash: held.hash, way },
      ...(reason === undefined ? {} : { reason }),
    });
  }

  /** It expired or was cancelled. */
  left(held: HeldCall): void {
    this.#record(held, `approval.${held.state}`, { decision: 'denied' });
  }

  used(held: HeldCall): void {
    this.#record(held, 'approval.use', {
      decision: 'allowed',
      ...(held.use === undefined ? {} : { callId: held.use.callId }),
    });
  }

  #record(
    { id, call, principalId, callId, hash }: HeldCall,
    action: string,
    parts: Pick<AuditEntry, 'decision'> & Partial<AuditEntry>,
  ): void {
    const { toolName, agentId, sessionKey, userId, policyHash, definitionHash } = call;
    this.#parts.audit.record({
      ...{ at: this.#parts.now(), kind: 'approval', action, target: id },
      ...{ toolName, agentId, sessionKey, callId, principalId, policyHash, definitionHash },
      ...(userId === undefined ? {} : { userId }),
      argsHash: hashArguments(JSON.parse(call.args)),
      detail: { hash },
      ...parts,
    });
  }
}
