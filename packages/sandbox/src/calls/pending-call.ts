import type { FailureCode, RunPorts, RunRequest, ToolOutcome } from '@mortise/contracts';
import type { Extension } from '../extensions/extension.ts';
import type { IsolateHandle } from '../isolates/isolate-handle.ts';

/** One call from `run` to its outcome. */
export interface PendingCall {
  /** A new one each time it is sent, so that numbers on one wire only rise. */
  seq: number;
  readonly request: RunRequest;
  readonly ports: RunPorts;
  readonly extension: Extension;
  readonly resolve: (outcome: ToolOutcome) => void;
  /** What the guest reads of it, as it stands in its frame. */
  readonly text: string;
  /** Of `text`. */
  readonly bytesIn: number;
  /** When its turn came; before, when it was asked for. */
  startedAt: number;
  readonly allowedMs: number;
  /** None while it waits for its turn. Moves while its isolate starts: a call pays for its own time, not for a process. */
  deadline: number;
  isolate: IsolateHandle | undefined;
  /** Set once the host has decided how it ends and waits for the runner to let go. */
  ending:
    | { readonly code: FailureCode; readonly message: string; readonly killAt: number }
    | undefined;
  hostCalls: number;
  /** Host calls that have no answer yet. */
  pendingHostCalls: number;
  /** Host calls that were refused, with the code they were refused with. */
  refused: Map<number, FailureCode> | undefined;
  /** Made for the first host call; aborts when the call ends. */
  abort: AbortController | undefined;
  logLines: number;
  /** How often it was sent again. */
  retries: number;
}
