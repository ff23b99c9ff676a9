import {
  type ApprovalDecision,
  type ApprovalState,
  type ApprovalUse,
  type Approver,
  approvalStateAt,
  type HeldCall,
  hashArguments,
  type JsonValue,
  showHidden,
  showOnOneLine,
  visibleJson,
} from '@mortise/contracts';

/** A call on hold as a person may see it: complete, with nothing hidden in it, known secrets taken out. */
export interface ApprovalView {
  readonly id: string;
  /** What a decision is bound to; a decision may name it, so that it is for what was seen. */
  readonly hash: string;
  readonly state: ApprovalState;
  /**
   * Calls that wait for the decision in this host now. If none does here, nor in another host on the same state, an
   * approval runs nothing by itself: it lets the same call run once that is made again in time.
   */
  readonly callers: number;
  readonly tool: string;
  /** `process.run` if its tool is about to run a program, which is what would be approved; absent for a call. */
  readonly operation?: string;
  readonly agent: string;
  readonly session: string;
  readonly user?: string;
  /** Who asked. */
  readonly principal: string;
  readonly reason: string;
  readonly rule?: string;
  /** Who may be asked, if the rule says so. */
  readonly approver?: Approver;
  /** Complete, as JSON in which control, bidi and zero-width characters are escapes. */
  readonly args: string;
  /** Whether known secrets were taken out of `args`. The hash is over the arguments with them. */
  readonly isRedacted: boolean;
  readonly argsHash: string;
  readonly definitionHash: string;
  readonly policyHash: string;
  /** Wall clock, ms. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decision?: ApprovalDecision;
  readonly use?: ApprovalUse;
}

/** Takes known secrets out of data. */
export interface ViewRedactor {
  redact(text: string): string;
  redactJson(value: JsonValue): JsonValue;
}

export interface ViewOptions {
  /** Wall clock, ms. */
  readonly now: number;
  readonly callers: number;
  readonly redactor?: ViewRedactor | undefined;
}

export function viewApproval(
  held: HeldCall,
  { now, callers, redactor }: ViewOptions,
): ApprovalView {
  const { id, hash, call, rule, approver, principalId, createdAt, expiresAt } = held;
  const { decision, use } = held;
  const { toolName, operation, agentId, sessionKey, userId } = call;
  const { definitionHash, policyHash } = call;
  const given = JSON.parse(call.args) as JsonValue;
  const shown = redactor?.redactJson(given) ?? given;
  const line = (text: string) => showOnOneLine(redactor?.redact(text) ?? text);
  return {
    ...{ id, hash, state: approvalStateAt(held, now), callers },
    ...{ tool: line(toolName), agent: line(agentId), session: line(sessionKey) },
    ...(operation === undefined ? {} : { operation }),
    ...(userId === undefined ? {} : { user: line(userId) }),
    ...{
      principal: line(principalId),
      reason: showHidden(redactor?.redact(held.reason) ?? held.reason),
    },
    ...(rule === undefined ? {} : { rule }),
    ...(approver === undefined ? {} : { approver }),
    args: visibleJson(shown) ?? 'null',
    isRedacted: visibleJson(shown) !== visibleJson(given),
    argsHash: hashArguments(given),
    ...{ definitionHash, policyHash, createdAt, expiresAt },
    ...(decision === undefined ? {} : { decision: showDecision(decision, line) }),
    ...(use === undefined ? {} : { use }),
  };
}

function showDecision(
  decision: ApprovalDecision,
  line: (text: string) => string,
): ApprovalDecision {
  const { by, reason } = decision;
  return { ...decision, by: line(by), ...(reason === undefined ? {} : { reason: line(reason) }) };
}
