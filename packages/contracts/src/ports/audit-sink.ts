/** One decision or call, as an audit log keeps it. Plain data; never holds the value of a secret. */
export interface AuditEntry {
  /** Wall clock, ms. */
  readonly at: number;
  readonly kind: 'capability' | 'permission' | 'call';
  /** `failed`: it was allowed and did not work, or what was asked for made no sense. */
  readonly decision: 'allowed' | 'denied' | 'failed';
  /** What was asked for: `network.fetch`, `tools.execute`. */
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
}

/** Where audit entries go. A sink that throws fails what was being recorded. */
export interface AuditSink {
  record(entry: AuditEntry): void;
}
