import {
  type AuditEntry,
  type AuditSink,
  type CallRecords,
  type CallReport,
  type Diagnostic,
  ERROR_CODES,
  formOfArguments,
  hashArguments,
  hashOfText,
  type JsonValue,
  refuse,
  type ToolCall,
  type ToolOutcome,
  type ToolSurface,
} from '@mortise/contracts';
import { CallParts, rulingFacts } from './call-parts.ts';
import { type CallEntry, type EntryPart, type EntryRedactor, entryPart } from './entry-parts.ts';
import { holdArguments } from './held-arguments.ts';

/** A sink that takes entries as they are written, known secrets taken out already. */
export interface EntryTexts {
  recordText(entry: CallEntry): void;
}

export interface AuditCallParts {
  readonly audit: AuditSink;
  /** Where the log is a file: entries go there as the text that it keeps. */
  readonly texts?: EntryTexts | undefined;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** Where the request of a surface is kept; throws if it cannot be. Absent: nothing is kept. */
  readonly addressOf?: ((surface: ToolSurface) => string | undefined) | undefined;
  readonly redactor?: () => EntryRedactor | undefined;
  /** Whether arguments are kept besides their hash. */
  readonly keepsArguments: () => boolean;
  /** Whether calls must be written down before they run. */
  readonly isStrict: () => boolean;
}

/** Writes down what becomes of calls: who asked, what was decided from what, how it ended; no results. */
export class CallAudit implements CallRecords {
  readonly #parts: AuditCallParts;
  readonly #shared: CallParts;
  #trouble: string | undefined;

  constructor(parts: AuditCallParts) {
    this.#parts = parts;
    const { addressOf, redactor = () => undefined } = parts;
    const onTrouble = (trouble: string | undefined) => {
      this.#trouble = trouble;
    };
    this.#shared = new CallParts({ addressOf, redactor, onTrouble });
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
    const { agentId, userId, sessionKey, surface, principal } = context;
    const { origin } = entry;
    try {
      this.#record(
        {
          ...{ callId, toolName, args, entry, sessionKey },
          ...(agentId === undefined ? {} : { agentId }),
          ...(userId === undefined ? {} : { userId }),
          ...(surface === undefined ? {} : { surface }),
          ...(principal === undefined ? {} : { principalId: principal.id }),
          ...(origin.kind === 'extension' ? { extensionId: origin.id } : {}),
        },
        STARTED,
      );
      this.#parts.audit.flush?.();
      return undefined;
    } catch {
      return refuse('audit_required', '');
    }
  }

  finished(report: CallReport): void {
    this.#record(report, ENDS[report.outcome.status], this.#moreOf(report));
  }

  #record(call: RecordedCall, end: EntryPart, more?: EntryPart): void {
    const { audit, texts, now } = this.#parts;
    const at = now();
    const redactor = this.#shared.redactor(at);
    const caller = this.#shared.callerOf(call);
    const tool = this.#shared.toolOf(call);
    const { callId, args } = call;
    if (texts === undefined) {
      const argsHash = args === undefined ? undefined : argumentsHash(args);
      const own = { at, callId, ...(argsHash === undefined ? {} : { argsHash }) };
      const facts = { ...own, ...end.facts, ...caller.facts, ...tool.part.facts, ...more?.facts };
      // All that an entry must have is in one of the parts.
      audit.record(facts as AuditEntry);
      return;
    }
    const id = redactor === undefined ? callId : redactor.redact(callId);
    const own = `"at":${at},"callId":${PLAIN_ID.test(id) ? `"${id}"` : JSON.stringify(id)}`;
    const shared = tool.joined({ end, caller, more });
    texts.recordText(args === undefined ? { own, shared } : withArguments(args, own, shared));
  }

  /** What only some calls have. */
  #moreOf({ outcome, ruling, args, approvalId, dryRun }: CallReport): EntryPart | undefined {
    const keeps = args !== undefined && this.#parts.keepsArguments();
    const isPlain = approvalId === undefined && !dryRun && !keeps;
    if (outcome.status === 'ok' && isPlain) {
      return ruling === undefined ? undefined : this.#shared.rulingOf(ruling);
    }
    const detail = {
      ...(ruling === undefined ? {} : rulingFacts(ruling)),
      ...(approvalId === undefined ? {} : { approvalId }),
      ...(dryRun ? { dryRun } : {}),
      ...(keeps ? { arguments: plain(args) } : {}),
    };
    return this.#shared.partOf({
      ...(outcome.status === 'ok' ? {} : { reason: `${outcome.code}: ${outcome.message}` }),
      ...(Object.keys(detail).length === 0 ? {} : { detail }),
    });
  }
}

type RecordedCall = Pick<
  CallReport,
  | 'callId'
  | 'toolName'
  | 'args'
  | 'entry'
  | 'surface'
  | 'sessionKey'
  | 'agentId'
  | 'userId'
  | 'principalId'
  | 'extensionId'
>;

const STARTED = entryPart({ kind: 'call', decision: 'allowed', action: 'tools.start' });

const ENDS = {
  ok: ended('call', 'allowed'),
  refused: ended('permission', 'denied'),
  failed: ended('call', 'failed'),
} as const satisfies Record<ToolOutcome['status'], EntryPart>;

function ended(kind: AuditEntry['kind'], decision: AuditEntry['decision']): EntryPart {
  return entryPart({ kind, decision, action: 'tools.execute' });
}

/** Needs no quoting. */
const PLAIN_ID = /^[\w.:-]{1,200}$/;

/** What is longer is hashed at once, and does not wait in memory. */
const MOST_WAITING_CHARS = 16_384;

/** The hash of arguments is made a moment later, with others; what is hashed is taken down now, while they are as they were. */
function withArguments(args: unknown, own: string, shared: string): CallEntry {
  try {
    const held = holdArguments(args);
    if (held !== undefined && held.length <= MOST_WAITING_CHARS) return { own, form: held, shared };
    const form = formOfArguments(args);
    if (form.length <= MOST_WAITING_CHARS) return { own, form, shared };
    return { own: `${own},"argsHash":"${hashOfText('arguments', form)}"`, shared };
  } catch {
    return { own: `${own},"argsHash":"${NO_HASH}"`, shared };
  }
}

/** Arguments of an embedder's call may be anything: what has no JSON is no more than that. */
const NO_HASH = 'none';

function argumentsHash(args: unknown): string {
  try {
    return hashArguments(args);
  } catch {
    return NO_HASH;
  }
}

function plain(args: unknown): JsonValue {
  try {
    return JSON.parse(JSON.stringify(args)) as JsonValue;
  } catch {
    return null;
  }
}
