import type { JsonValue } from '../json.ts';

/** What an entry of the audit log is about, once: `mortise audit search --kind` takes these words. */
export const AUDIT_KINDS = {
  capability: 'A use of a capability by an extension, granted or not.',
  permission: 'A call that was refused before tool code ran, or what holds runner processes.',
  call: 'A call whose tool code may have run.',
  rule: 'What a rule on arguments said of a call.',
  approval: 'A call that waits for a person, and what became of it.',
  rate: 'A call over its rate or budget.',
  stop: 'A call that the stop switch refused or ended.',
  operator:
    'What an operator did: tokens, grants, approvals, reloads, stops, edits of the configuration.',
  chain: 'What the log says of itself: keys, files, signatures, recovery, removal of old files.',
} as const satisfies Readonly<Record<string, string>>;

export type AuditKind = keyof typeof AUDIT_KINDS;

/** `failed`: it was allowed and did not work, or what was asked for made no sense. `held`: a person is asked. */
export const AUDIT_DECISIONS = ['allowed', 'denied', 'failed', 'held'] as const;

export type AuditDecision = (typeof AUDIT_DECISIONS)[number];

/** One decision or call, as an audit log keeps it. Plain data; never holds the value of a secret. */
export interface AuditEntry {
  /** Wall clock, ms. */
  readonly at: number;
  readonly kind: AuditKind;
  readonly decision: AuditDecision;
  /** What was asked for: `network.fetch`, `tools.execute`, `token.create`. */
  readonly action: string;
  /** What it was asked of: a method and a URL without its query, a path, a key, the name of a secret. */
  readonly target: string;
  readonly reason?: string;
  readonly extensionId?: string;
  readonly toolName?: string;
  readonly callId?: string;
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly userId?: string;
  /** Who asked: the id of a token, `embedder`, `operator`, or `os:<user>` for a command without a host. */
  readonly principalId?: string;
  /** Of the policy in force when it was decided. */
  readonly policyHash?: string;
  /** Of the request as the resolver was asked it, with all it decided from: `mortise why` reads it. */
  readonly requestHash?: string;
  /** What the policy said of the tool: a `ToolState`, or `unknown` for a name that no tool has. */
  readonly state?: string;
  /** Of what the model saw of the tool. */
  readonly definitionHash?: string;
  /** `hashArguments` of what the tool gets. */
  readonly argsHash?: string;
  /** What else there is to say, as plain data. Texts in it are redacted like all others. */
  readonly detail?: JsonValue;
}

/** Where audit entries go. A sink that throws fails what was being recorded. */
export interface AuditSink {
  record(entry: AuditEntry): void;
  /** Has everything written down that was recorded; throws if it cannot be. Absent: `record` does so at once. */
  flush?(): void;
}
