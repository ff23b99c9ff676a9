import type { Attachment } from './attachment.ts';
import type { ContentPart } from './content-part.ts';
import type { FailureCode, RefusalCode } from './error-codes.ts';
import type { JsonValue } from './json.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * Where the code of extension tools runs. The pipeline knows only this; a sandbox on this machine
 * and one on another implement it alike, because a request is plain data, and abort and progress
 * are messages.
 */
export interface ToolRunner {
  /** Resolves with exactly one reply per request, whatever happens to the guest. Never rejects. */
  run(request: RunRequest, ports: RunPorts): Promise<RunReply>;
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
  /** As the model gave it. The guest's own schema decides, under the guest's clock. */
  readonly rawArguments: unknown;
  /** `validate` answers `returned`, with nothing in it, if the arguments fit, and runs nothing. */
  readonly mode: 'run' | 'validate';
  readonly caller: RunCaller;
  readonly timeoutMs: number;
  /** What came with the turn; shown to no guest without a grant. */
  readonly attachments?: readonly Attachment[];
  /** Overrides of this tool from configuration, shown to it as `ctx.overrides`. */
  readonly overrides?: { readonly [key: string]: JsonValue };
}

export interface RunCaller {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  /** Keys the isolate: calls with different keys never share guest memory. */
  readonly workerScope: WorkerScope;
  readonly turnCount: number;
}

export interface RunPorts {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
  /** The call is about to run. */
  readonly onStarted?: () => void;
}

export interface RunProgress {
  readonly message: string;
  readonly percent?: number;
}

/** How a run ended, as the host saw it; never as the guest claims. */
export type RunReply =
  | {
      readonly kind: 'returned';
      readonly value: GuestResult;
      readonly usage?: RunUsage;
      /** There if a reducer of the extension itself ran, in the same crossing as the call. */
      readonly reduction?: GuestReduction;
    }
  | {
      readonly kind: 'refused';
      readonly code: RefusalCode;
      readonly message: string;
      readonly usage?: RunUsage;
    }
  | {
      readonly kind: 'failed';
      readonly code: FailureCode;
      readonly message: string;
      /** `none` only if the host knows that no tool code ran. */
      readonly effects: 'none' | 'unknown';
      readonly usage?: RunUsage;
    };

/** What the extension's own reducer did; `rawChars` is the text before it. */
export interface GuestReduction {
  readonly state: 'applied' | 'failed' | 'rejected';
  readonly rawChars: number;
}

/** A checked and bounded answer of a guest. */
export interface GuestResult {
  readonly content: readonly ContentPart[];
  readonly structured?: JsonValue;
  readonly isError?: boolean;
  readonly costUsd?: number;
}

/** What a call cost, measured outside the guest. */
export interface RunUsage {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly heapBytes: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly hostCalls: number;
}
