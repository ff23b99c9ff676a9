import {
  type AuditEntry,
  type AuditSink,
  type CallRecords,
  type CallReport,
  type Diagnostic,
  ERROR_CODES,
  hashOf,
  type JsonValue,
  refuse,
  type ToolCall,
  type ToolEntry,
  type ToolSurface,
  type Writable,
} from '@mortise/contracts';

export interface AuditCallParts {
  readonly audit: AuditSink;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** Where the request of a surface is kept; throws if it cannot be. Absent: nothing is kept. */
  readonly addressOf?: ((surface: ToolSurface) => string | undefined) | undefined;
  /** Whether arguments are kept besides their hash. */
  readonly keepsArguments: () => boolean;
  /** Whether calls must be written down before they run. */
  readonly isStrict: () => boolean;
}

/** Writes down what becomes of calls: who asked, what was decided from what, how it ended; no results. */
export class CallAudit implements CallRecords {
  readonly #parts: AuditCallParts;
  readonly #definitions = new WeakMap<ToolEntry, string>();
  #trouble: string | undefined;

  constructor(parts: AuditCallParts) {
    this.#parts = parts;
  }

  get isInForce(): boolean {
    return this.#parts.isStrict();
  }

  /** Why what calls were decided from could not be kept. */
  diagnostics(): readonly Diagnostic[] {
    if (this.#trouble === undefined) return [];
    const { summary, hint } = ERROR_CODES.audit_unwritable;
    const message = `${summary} ${this.#trouble}`;
    return [{ code: 'audit_unwritable', severity: 'error', subject: 'audit', message, hint }];
  }

  /** Written, and on the disk if it has to be, before it returns. */
  refusalFor({ callId, toolName, args, entry, context }: ToolCall) {
    const { audit, now } = this.#parts;
    try {
      audit.record({
        ...{
          at: now(),
          kind: 'call',
          decision: 'allowed',
          action: 'tools.start',
          target: toolName,
        },
        ...this.#who({ callId, toolName, sessionKey: context.sessionKey }, context),
        principalId: context.principal?.id ?? 'embedder',
        ...this.#what(args, entry),
      });
      audit.flush?.();
      return undefined;
    } catch {
      return refuse('audit_required', '');
    }
  }

  finished(report: CallReport): void {
    const { audit, now } = this.#parts;
    const { outcome, callId, toolName, sessionKey, extensionId, args, surface } = report;
    const entry: Writable<AuditEntry> = {
      at: now(),
      kind: outcome.status === 'refused' ? 'permission' : 'call',
      decision: DECISIONS[outcome.status],
      action: 'tools.execute',
      target: toolName,
      callId,
      toolName,
      sessionKey,
      principalId: report.principalId ?? 'embedder',
    };
    // Assigned, not spread: on the path of every call.
    if (outcome.status !== 'ok') entry.reason = `${outcome.code}: ${outcome.message}`;
    if (extensionId !== undefined) entry.extensionId = extensionId;
    if (report.agentId !== undefined) entry.agentId = report.agentId;
    if (report.userId !== undefined) entry.userId = report.userId;
    if (report.entry !== undefined) entry.definitionHash = this.#definitionOf(report.entry);
    if (args !== undefined) entry.argsHash = argumentsHash(args);
    if (surface !== undefined) this.#addPolicy(entry, surface);
    const detail = this.#detailOf(report);
    if (detail !== undefined) entry.detail = detail;
    audit.record(entry);
  }

  #who(facts: Partial<AuditEntry>, { agentId, userId }: ToolCall['context']): Partial<AuditEntry> {
    const agent = agentId === undefined ? {} : { agentId };
    return { ...facts, ...agent, ...(userId === undefined ? {} : { userId }) };
  }

  #what(args: unknown, entry: ToolEntry): Partial<AuditEntry> {
    return { argsHash: argumentsHash(args), definitionHash: this.#definitionOf(entry) };
  }

  #addPolicy(entry: Writable<AuditEntry>, surface: ToolSurface): void {
    entry.policyHash = surface.policyHash;
    entry.state = surface.stateOf(entry.target) ?? 'unknown';
    try {
      const address = this.#parts.addressOf?.(surface);
      if (address !== undefined) entry.requestHash = address;
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
    }
  }

  #detailOf({ ruling, args, approvalId, dryRun }: CallReport): JsonValue | undefined {
    const keeps = args !== undefined && this.#parts.keepsArguments();
    if (ruling === undefined && approvalId === undefined && !dryRun && !keeps) return undefined;
    return {
      ...(ruling === undefined ? {} : { rule: ruling.verdict, because: ruling.reason }),
      ...(approvalId === undefined ? {} : { approvalId }),
      ...(dryRun ? { dryRun } : {}),
      ...(keeps ? { arguments: plain(args) } : {}),
    };
  }

  #definitionOf(entry: ToolEntry): string {
    const known = this.#definitions.get(entry) ?? hashOf('definition', entry);
    this.#definitions.set(entry, known);
    return known;
  }
}

const DECISIONS = { ok: 'allowed', refused: 'denied', failed: 'failed' } as const;

/** Arguments of an embedder's call may be anything: what has no JSON is no more than that. */
function argumentsHash(args: unknown): string {
  try {
    return hashOf('arguments', args);
  } catch {
    return 'none';
  }
}

function plain(args: unknown): JsonValue {
  try {
    return JSON.parse(JSON.stringify(args)) as JsonValue;
  } catch {
    return null;
  }
}
