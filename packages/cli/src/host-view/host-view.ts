import type { Diagnostic, McpServerState, SurfaceShape, ToolExplanation } from '@mortise/contracts';
import type { AskedArguments, PolicyChange, SurfaceDifference } from '@mortise/core';
import type {
  DisabledExtension,
  ExtensionState,
  FleetStatus,
  JailsInForce,
  PruneReport,
  RequestedCall,
  SessionResult,
} from '@mortise/host';
import type { RunningHost } from '../running/running-host.ts';

/** Whose tools a question is about. */
export interface ViewSession {
  readonly agent: string;
  readonly session: string;
  /** Which provider and model the request is for, and whether it is sandboxed; the agent says if absent. */
  readonly stated?: Pick<SurfaceShape, 'provider' | 'model' | 'sandboxed'>;
}

/** Why an agent has tools or not. */
export interface ExplainedTools {
  /** That of one tool has file and line of its rules. */
  readonly explanations: readonly ToolExplanation[];
  /** What each definition costs in front of a model; only where all are asked for. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** One more entry of a list, or one more rule on arguments; what can be asked of a host elsewhere. */
export type RuleChange = Extract<PolicyChange, { readonly kind: 'select' | 'rule' }>;

export type ToolDifference = Pick<SurfaceDifference, 'tool' | 'before' | 'after' | 'rules'>;

export interface ViewCall extends ViewSession {
  readonly call: RequestedCall<'id'>;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly message: string; readonly percent?: number }) => void;
}

export type ExtensionView = Pick<
  ExtensionState,
  'id' | 'status' | 'version' | 'tools' | 'origin' | 'requested' | 'failure'
> &
  Partial<Pick<DisabledExtension, 'reserved'>>;

export type HeldBy = Pick<JailsInForce, 'jail' | 'programs'>;

/**
 * What commands may know and ask of a host, whether it was opened for them or serves elsewhere: what
 * runs is asked, so that no command says anything else than the host that serves.
 */
export interface HostView extends AsyncDisposable {
  readonly configPath: string;
  /** The host that was asked; absent if one was opened. */
  readonly running?: RunningHost;
  agentIds(): Promise<readonly string[]>;
  toolNames(): Promise<readonly string[]>;
  /** Of one tool, and of what its rules say to arguments, or of all. */
  explain(of: ViewSession, tool?: string, asked?: AskedArguments): Promise<ExplainedTools>;
  diff(
    before: ViewSession,
    after: ViewSession,
    asked?: AskedArguments,
  ): Promise<readonly ToolDifference[]>;
  simulate(
    of: ViewSession,
    change: RuleChange,
    asked?: AskedArguments,
  ): Promise<readonly ToolDifference[]>;
  execute(call: ViewCall): Promise<SessionResult | undefined>;
  /** The one list, as a check before deployment sees it if `strict`. */
  diagnostics(options?: { readonly strict?: boolean }): Promise<readonly Diagnostic[]>;
  /** What is wrong with the file as it is written now, if that is not what runs. */
  checkFile(): Promise<readonly Diagnostic[]>;
  /** Those that are switched off, too. */
  extensions(): Promise<readonly ExtensionView[]>;
  mcpServers(): Promise<readonly McpServerState[]>;
  /** One of them, after it was asked what it offers; undefined if there is none of that name. */
  mcpServer(name: string): Promise<McpServerState | undefined>;
  /** Pins exactly the offer of this hash, and answers how the server is then. */
  approveServer(name: string, hash: string): Promise<McpServerState | undefined>;
  /** Takes back what was approved of a server; false if nothing was. */
  forgetServer(name: string): Promise<boolean>;
  /** Connects it anew, and answers how it is then; undefined if there is none of that name. */
  reconnectServer(name: string): Promise<McpServerState | undefined>;
  /** The runner nodes that calls run on; undefined if all run on the machine of the host. */
  fleet(): Promise<FleetStatus | undefined>;
  /** What holds extensions and programs of this host, as it is configured; tried if none has started. */
  jails(): Promise<HeldBy>;
  /** Takes away what is old, or says what would go. */
  prune(options: { readonly dryRun: boolean }): Promise<PruneReport>;
}
