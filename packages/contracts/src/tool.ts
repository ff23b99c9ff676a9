import type { Attachment } from './attachment.ts';
import type { CallClient } from './call-client.ts';
import type { RequestedCapabilities } from './capabilities/capability-table.ts';
import type { ContentPart } from './content/content-part.ts';
import type { OutcomeCode } from './error-codes.ts';
import type { JsonSchema, JsonValue } from './json.ts';
import type { Principal } from './principal.ts';
import type { ToolSurface } from './tool-surface.ts';
import type { TraceCarrier } from './trace-carrier.ts';
import type { WorkerScope } from './worker-scope.ts';

/** What a call gives back through the seed-shaped methods. Never thrown, always returned. */
export type ToolResult = ToolSuccess | ToolFailure;

export interface ToolSuccess {
  readonly ok: true;
  readonly value: string;
  readonly structured?: JsonValue;
  readonly cost_usd?: number;
  /** Parts that are not text, in their order; what a model reads of them is in the budget. */
  readonly media?: readonly ContentPart[];
}

export interface ToolFailure {
  readonly ok: false;
  readonly error: string;
  readonly code: OutcomeCode;
  readonly structured?: JsonValue;
  readonly cost_usd?: number;
}

/** A note on the way; `audience: 'user'` asks for it to be shown to a person. */
export interface ToolProgress {
  readonly type: 'progress';
  readonly toolName: string;
  readonly message: string;
  readonly percent?: number;
  readonly audience?: 'internal' | 'user';
}

/** What a core tool is told about the call it serves. Frozen; made anew for each call. */
export interface ToolContext {
  /** Of the call; the same if it is run again. Absent before it is one. */
  readonly callId?: string;
  readonly sessionId: string;
  readonly sessionKey: string;
  readonly platform: string;
  readonly workingDir: string;
  readonly agentId?: string;
  readonly userId?: string;
  /** Who asked; absent for the embedder. */
  readonly principal?: Principal;
  readonly personalityId?: string;
  readonly currentTurn: number;
  readonly messageCount: number;
  readonly abortSignal: AbortSignal;
  readonly emit: (event: ToolProgress) => void;
  /** For the whole batch on the way in, for the one call inside a tool. */
  readonly resultBudgetChars: number;
  /** Keys the isolates of extension tools; absent means `DEFAULT_WORKER_SCOPE`. */
  readonly workerScope?: WorkerScope;
  /** Walk every gate, run nothing. */
  readonly dryRun?: boolean;
  /** How long a call that a person must approve may wait for that, in ms; until it expires if absent. */
  readonly approvalWaitMs?: number;
  /** Handles of the capabilities this tool declared and the host backs. */
  readonly capabilities?: { readonly [name: string]: unknown };
  readonly attachments?: readonly Attachment[];
  /** Who can be asked behind the call. */
  readonly client?: CallClient;
  /** The trace that the call belongs to, if it came with one. */
  readonly trace?: TraceCarrier;
  /** What the request of this call works with; absent outside a host. */
  readonly surface?: ToolSurface;
}

/** A place that calls have where they came in, among others that wait for one. */
export interface CallPlace {
  /** Others may have it. */
  leave(): void;
  /** Waits for one again; false if there is none within the time that calls wait. */
  enter(): Promise<boolean>;
}

/** What MCP clients are told about a tool's effects. Hints of its author, never trusted for policy. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/**
 * A tool as data, wherever its code runs: what a registration in a guest leaves, what an MCP server
 * lists, what a core tool says beside its code. `ToolEntry` is the same record once it is claimed.
 * Prompts and resources are such records, too: their names say so (`entryKind`), their schemas have the form
 * of `schemaOfArguments`.
 */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Other names reserved for this tool; only core tools have them. */
  readonly aliases?: readonly string[];
  readonly toolset?: string;
  readonly category?: string;
  readonly maxResultChars?: number;
  readonly timeoutMs?: number;
  readonly capabilities?: RequestedCapabilities;
  readonly annotations?: ToolAnnotations;
  /** Of what a resource answers, if nothing in the answer says otherwise. */
  readonly mimeType?: string;
  /** Passes the toolset gate; no other gate. */
  readonly alwaysInclude?: boolean;
  /** Must not run where the operator asked for isolated workers. */
  readonly sharedOnly?: boolean;
  /** Never there unless an operator names it; only tools of extensions are. */
  readonly isOptional?: boolean;
  /** A call that was lost with its process may be run again. */
  readonly idempotent?: boolean;
}

/** A tool the host registers itself; its code runs in the host's own process. */
export interface Tool<Args = unknown> extends ToolDescription {
  /** Asked before every listing and every call. Anything but `true` hides the tool. */
  isAvailable?(): boolean;
  execute(args: Args, context: ToolContext): Promise<ToolResult> | ToolResult;
}

/** What goes to the model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}
