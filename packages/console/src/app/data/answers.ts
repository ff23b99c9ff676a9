/** What the console reads of the host's answers; the API's description has all of it. */
import type {
  AgentChange,
  AuditEntry,
  ConfigText,
  Diagnostic,
  EntryKind,
  GrantRow,
  McpServerState,
  ProposedConfig,
  Role,
  ToolOrigin,
  TraceStep,
} from '@mortise/contracts';

export type {
  AgentChange,
  ConfigChange,
  Diagnostic,
  GrantRow,
  MovedTool,
  Role,
  ToolOrigin,
} from '@mortise/contracts';

export type ConfigAnswer = ConfigText;
export type ProposalAnswer = Omit<ProposedConfig, 'status'>;
export type AgentPreview = Pick<AgentChange, 'agentId' | 'appears' | 'disappears'>;
export type GrantValue = Pick<GrantRow, 'capability' | 'value' | 'words'>;
export type Step = TraceStep;

/** A server that is being mounted has a name and a state only. */
export type ServerNote = Partial<McpServerState> &
  Pick<McpServerState, 'name' | 'status' | 'tools'>;

export type AuditRecord = AuditEntry & { readonly seq: number };

export interface Who {
  readonly isSignedIn: boolean;
  readonly id?: string;
  readonly roles?: readonly Role[];
  readonly agents?: 'all' | readonly string[];
  readonly userId?: string;
  readonly expiresAt?: number;
}

export interface Paged {
  readonly total: number;
  readonly next?: string;
}

export interface AgentNote {
  readonly id: string;
  readonly activeTools: number;
  readonly permittedTools: number;
  readonly definitionTokens: number;
}

export interface AgentsAnswer extends Paged {
  readonly agents: readonly AgentNote[];
}

export interface AgentAnswer extends AgentNote {
  readonly settings: readonly SettingNote[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What the configuration says of an agent beside its rules. */
export interface SettingNote {
  readonly name: string;
  readonly value: string;
  readonly file?: string;
  readonly line?: number;
}

/** Where something is written in the configuration. */
export interface Place {
  readonly path?: string;
  readonly file?: string;
  readonly line?: number;
}

export interface Decision extends Place {
  readonly sentence: string;
  readonly others: number;
}

export interface ToolNote {
  readonly name: string;
  readonly kind: EntryKind;
  readonly origin: ToolOrigin;
  readonly state: string;
  readonly isPermitted: boolean;
  readonly isOptional?: boolean;
  readonly definitionTokens?: number;
  readonly decision?: Decision;
  readonly remedies: readonly string[];
}

export interface ToolsAnswer extends Paged {
  readonly tools: readonly ToolNote[];
  readonly states: Readonly<Record<string, number>>;
  readonly sources: Readonly<Record<string, number>>;
  readonly groups: readonly ToolGroup[];
}

/** How many of the tools that were asked for come from where. */
export interface ToolGroup {
  readonly source: string;
  readonly count: number;
}

export interface Explanation {
  readonly tool: string;
  readonly origin: ToolOrigin;
  readonly state: string;
  readonly summary: string;
  readonly decision?: Decision;
  readonly isPermitted: boolean;
  readonly steps: readonly Step[];
  readonly remedies: readonly string[];
}

export interface ExplainAnswer {
  readonly explanations: readonly Explanation[];
}

export interface ToolkitNote {
  readonly name: string;
  readonly description?: string;
  readonly loaded?: boolean;
  readonly sticky?: boolean;
  readonly tool_names?: readonly string[];
}

/** A conversation of which something is kept. */
export interface SessionNote {
  readonly session: string;
  readonly userId?: string;
  readonly loadedToolkits: readonly string[];
  readonly usedAt: number;
}

export interface SessionsAnswer {
  readonly sessions: readonly SessionNote[];
  readonly next?: string;
  /** False if the host cannot tell. */
  readonly isListed: boolean;
}

export interface SessionAnswer {
  readonly session: string;
  readonly loadedToolkits: readonly string[];
  readonly toolkits: readonly ToolkitNote[];
  readonly activeTools: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface HealthAnswer {
  readonly status: 'ok' | 'degraded' | 'starting';
  readonly errors: number;
  readonly warnings: number;
  readonly diagnostics?: readonly Diagnostic[];
}

export interface StopNote {
  readonly id: string;
  readonly scope: 'all' | 'agent' | 'extension' | 'server';
  readonly name: string;
  readonly isDurable: boolean;
  readonly reason?: string;
  readonly by?: string;
  readonly at?: number;
}

export interface Approval {
  readonly id: string;
  readonly hash: string;
  readonly state: string;
  /** Calls of this host that wait for the decision now. */
  readonly callers: number;
  readonly tool: string;
  /** There if its tool is about to run a program, which is what would be approved. */
  readonly operation?: string;
  readonly agent: string;
  readonly session: string;
  readonly user?: string;
  readonly principal: string;
  readonly reason: string;
  readonly rule?: string;
  /** Complete, as JSON. */
  readonly args: string;
  readonly isRedacted: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decision?: {
    readonly verdict: string;
    readonly by: string;
    readonly way: string;
    readonly at: number;
    readonly reason?: string;
  };
}

export interface ApprovalsAnswer {
  readonly approvals: readonly Approval[];
  readonly mark: number;
}

export interface CallNote {
  readonly callId: string;
  readonly toolName: string;
  readonly agentId?: string;
  readonly sessionKey: string;
  readonly userId?: string;
  readonly principalId?: string;
  readonly extensionId?: string;
  readonly at: number;
  readonly status: 'ok' | 'refused' | 'failed';
  readonly code?: string;
  readonly durationMs: number;
  readonly dryRun: boolean;
  readonly size?: { readonly raw: number; readonly reduced: number };
  readonly usage?: {
    readonly cpuMs: number;
    readonly wallMs: number;
    readonly heapBytes: number;
    readonly bytesIn: number;
    readonly bytesOut: number;
    readonly hostCalls: number;
  };
  readonly reducer?: string;
  readonly approvalId?: string;
}

export interface LiveCall {
  readonly callId: string;
  readonly toolName?: string;
  readonly agentId?: string;
  readonly sessionKey: string;
  readonly at: number;
}

export interface CallStep {
  readonly name: string;
  readonly atMs: number;
  readonly ms?: number;
  readonly code?: string;
  readonly steps: readonly CallStep[];
}

export interface CallDetail extends CallNote {
  readonly steps: readonly CallStep[];
  readonly shownArguments?: string;
  readonly trimmed?: { readonly fromChars: number; readonly toChars: number };
}

export interface ToolDetail {
  readonly name: string;
  readonly kind: EntryKind;
  readonly description: string;
  readonly origin: ToolOrigin;
  readonly isOptional: boolean;
  readonly definitionTokens: number;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly mimeType?: string;
  readonly data?: string;
}

export interface CallResult {
  readonly id: string;
  readonly name: string;
  readonly ok: boolean;
  readonly status: string;
  readonly durationMs: number;
  readonly text?: string;
  readonly message?: string;
  readonly code?: string;
  readonly hint?: string;
  readonly effects?: 'none' | 'unknown';
  readonly approvalId?: string;
  readonly content?: readonly ContentPart[];
  readonly structured?: unknown;
}

export interface SavedAnswer {
  readonly hash: string;
  readonly isAccepted: boolean;
  readonly revision: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ExtensionNote {
  readonly id: string;
  readonly status: 'loaded' | 'failed';
  readonly version?: string;
  readonly origin: string;
  readonly tools: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly failure?: Pick<Diagnostic, 'code' | 'message' | 'hint'>;
  readonly bundleHash?: string;
  readonly waiting?: string;
  readonly waitingHash?: string;
  readonly quarantinedUntil?: number;
  readonly reserved?: readonly string[];
  readonly health?: {
    readonly state: string;
    readonly crashes: number;
    readonly callsInFlight: number;
    readonly callsFinished: number;
    readonly placement: string;
    readonly jit: string;
  };
}

export interface ExtensionProposal {
  readonly id: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly hash: string;
  readonly difference?: string;
  readonly asks: readonly GrantValue[];
  readonly grantedNow: readonly GrantValue[];
  readonly grantedAfter: readonly GrantValue[];
  readonly tools: readonly {
    readonly name: string;
    readonly isOptional: boolean;
    /** JSON over several lines. */
    readonly definition: string;
    readonly before?: string;
  }[];
  readonly agents: readonly AgentPreview[];
}

export interface MatrixAnswer {
  readonly agents: readonly string[];
  readonly agentOffset: number;
  readonly agentTotal: number;
  readonly tools: readonly { readonly name: string; readonly source: string }[];
  readonly toolOffset: number;
  readonly toolTotal: number;
  readonly states: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

export interface RecordedCalls {
  readonly since: number;
  readonly isComplete: boolean;
  readonly calls: number;
}

export interface AgentCost {
  readonly id: string;
  readonly activeTools: number;
  readonly activeTokens: number;
  readonly unusedTools: number;
  readonly unusedTokens: number;
  readonly toolkitTokens: number;
}

export interface CostsAnswer extends Paged {
  readonly agents: readonly AgentCost[];
  readonly recorded: RecordedCalls;
}

export interface AgentCostsAnswer {
  readonly tools: readonly {
    readonly name: string;
    readonly tokens: number;
    readonly calls: number;
    readonly lastAt?: number;
  }[];
  readonly recorded: RecordedCalls;
}

/** The runner nodes of a fleet and the broker between, as the host sees them. */
export interface FleetNote {
  readonly fleet: string;
  readonly broker: string;
  readonly reason: string;
  readonly brokerMs: number;
  readonly forbidden: readonly string[];
  readonly nodes: readonly {
    readonly name: string;
    readonly instance: string;
    readonly state: string;
    readonly weight: number;
    readonly load: number;
    readonly callsInFlight: number;
    readonly jail: string;
    readonly reason?: string;
  }[];
}

export interface JailNote {
  readonly tier: string;
  readonly state: string;
  readonly layers: Readonly<Record<string, string>>;
}

export interface RunnersAnswer {
  readonly jail: JailNote;
  readonly programs: JailNote;
  readonly runners: readonly {
    readonly pid: number;
    readonly state: string;
    readonly rssBytes: number;
    readonly extensions: readonly string[];
    readonly callsInFlight: number;
  }[];
  readonly extensions: readonly {
    readonly id: string;
    readonly state: string;
    readonly crashes: number;
    readonly callsInFlight: number;
    readonly callsFinished: number;
    readonly placement: string;
    readonly jit: string;
    /** Where its next call would run; absent where all run on the host's machine. */
    readonly runsOn?: { readonly place: string; readonly because: string };
  }[];
  readonly callsInFlight: number;
  /** Absent if no runner nodes are configured. */
  readonly fleet?: FleetNote;
  readonly host: {
    readonly pid: number;
    readonly node: string;
    readonly platform: string;
    readonly uptimeMs: number;
    readonly rssBytes: number;
    readonly heapBytes: number;
  };
}

export interface TokenNote {
  readonly id: string;
  readonly name?: string;
  readonly roles: readonly Role[];
  readonly agents: 'all' | readonly string[];
  readonly userId?: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

export interface AuditAnswer {
  readonly records: readonly AuditRecord[];
  readonly next?: number;
}

export interface AuditVerdict {
  readonly isIntact: boolean;
  readonly broken?: {
    readonly code: string;
    readonly message: string;
    readonly file?: string;
    readonly line?: number;
    readonly seq?: number;
  };
  readonly notes: readonly { readonly code: string; readonly message: string }[];
  readonly files: number;
  readonly records: number;
  readonly signatures: number;
}

export interface WhyAnswer {
  readonly verdict: string;
  readonly record: AuditRecord;
  readonly recorded: { readonly state: string; readonly policyHash: string };
  readonly recomputed?: { readonly state: string; readonly policyHash: string };
  readonly explanation?: Omit<Explanation, 'summary' | 'decision'>;
  readonly rule?: { readonly verdict: string; readonly recorded: string };
}
