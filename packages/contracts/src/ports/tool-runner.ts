import type { Attachment } from '../attachment.ts';
import type { CallClient } from '../call-client.ts';
import type { JsonValue } from '../json.ts';
import type { ToolOutcome } from '../outcome.ts';
import type { TraceCarrier } from '../trace-carrier.ts';
import type { WorkerScope } from '../worker-scope.ts';

/**
 * Where the code of extension tools runs. The pipeline knows only this; a sandbox on this machine
 * and one on another implement it alike, because a request is plain data, and abort and progress
 * are messages.
 */
export interface ToolRunner {
  /**
   * Resolves with exactly one outcome per request, as the host saw it and never as the guest claims,
   * whatever happens to the guest. What is in it was checked and bounded. Never rejects.
   */
  run(request: RunRequest, ports: RunPorts): Promise<ToolOutcome>;
  /**
   * It runs only so many calls of one extension at once and lets the others wait, so that
   * calls of other extensions do not. It tells `onStarted` when the turn of a call has come; its time begins there.
   */
  readonly limitsConcurrency?: boolean;
}

/** Serialisable: no function, no class instance, nothing that JSON would lose. */
export interface RunRequest {
  readonly callId: string;
  readonly extensionId: string;
  readonly toolName: string;
  /** As the model gave them. The guest's own schema decides, under the guest's clock. */
  readonly args: unknown;
  /** `validate` answers with a success that holds nothing if the arguments fit, and runs nothing. */
  readonly mode: 'run' | 'validate';
  readonly caller: RunCaller;
  readonly timeoutMs: number;
  /** What came with the turn; shown to no guest without a grant. */
  readonly attachments?: readonly Attachment[];
  /** Overrides of this tool from configuration, shown to it as `ctx.overrides`. */
  readonly overrides?: { readonly [key: string]: JsonValue };
  /** What runs lies inside of it; there while the program follows calls. */
  readonly trace?: TraceCarrier;
}

export interface RunCaller {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  /** Who asked, for brokers and records; no guest sees it. Absent for the embedder. */
  readonly principalId?: string;
  /** Keys the isolate: calls with different keys never share guest memory. */
  readonly workerScope: WorkerScope;
  readonly turnCount: number;
}

export interface RunPorts {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
  /** The call is about to run. */
  readonly onStarted?: () => void;
  /** The call begins to wait for who is behind it, or goes on: that time is not its own. */
  readonly onWaiting?: (isWaiting: boolean) => void;
  /** Who can be asked behind the call. */
  readonly client?: CallClient;
}

export interface RunProgress {
  readonly message: string;
  readonly percent?: number;
}
