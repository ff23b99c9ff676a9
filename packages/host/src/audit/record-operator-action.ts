import type { AuditEntry, AuditSink } from '@mortise/contracts';

/** Who did it, as far as the log is concerned; a `Principal` is one. */
export interface ActingPrincipal {
  /** The id of a token, `embedder`, `operator`, or `os:<user>` for a command without a host. */
  readonly id: string;
  readonly userId?: string;
}

/** One action of an operator. */
export interface OperatorAction
  extends Pick<AuditEntry, 'target' | 'reason' | 'extensionId' | 'agentId' | 'callId' | 'detail'> {
  readonly principal: ActingPrincipal;
  /** What was done, as `noun.verb`: `token.create`, `grant.add`, `approval.approve`, `config.reload`. */
  readonly action: string;
  /** `allowed` if absent; `failed` where it was tried and did not work, `denied` where it was not permitted. */
  readonly decision?: AuditEntry['decision'];
  /** Wall clock in ms. */
  readonly at: number;
}

/** Writes down what an operator did and who it was: one form for commands, the HTTP API and embedders. */
export function recordOperatorAction(audit: AuditSink, action: OperatorAction): void {
  const { principal, decision = 'allowed', ...what } = action;
  audit.record({
    ...{ ...what, kind: 'operator', decision, principalId: principal.id },
    ...(principal.userId === undefined ? {} : { userId: principal.userId }),
  });
}
