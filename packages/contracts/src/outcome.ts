import type { ContentPart } from './content-part.ts';
import type { OutcomeCode, RefusalCode } from './error-codes.ts';
import type { JsonValue } from './json.ts';
import type { RunUsage } from './tool-runner.ts';

/** Tool code never ran. */
export interface Refusal {
  readonly status: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
}

/** Tool code may have run, in part or whole. */
export interface Failure {
  readonly status: 'failed';
  /** A tool may answer with a refusal's code itself; it ran all the same. */
  readonly code: OutcomeCode;
  readonly message: string;
  readonly effects: 'none' | 'unknown';
  readonly structured?: JsonValue;
  readonly costUsd?: number;
}

export interface Success {
  readonly status: 'ok';
  readonly text: string;
  readonly media?: readonly ContentPart[];
  readonly structured?: JsonValue;
  readonly costUsd?: number;
}

/** How one call ended. A switch over `status` is complete. */
export type ToolOutcome = Success | Refusal | Failure;

/** Everything an observer may know of a finished call. Frozen. */
export interface CallReport {
  readonly callId: string;
  readonly toolName: string;
  readonly extensionId?: string;
  readonly agentId?: string;
  readonly sessionKey: string;
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
  readonly dryRun: boolean;
  /** Characters before the reducer and after it; `TrimNotice` tells what the budget cut. */
  readonly size: { readonly raw: number; readonly reduced: number };
  readonly reducer?: 'applied' | 'failed' | 'rejected';
  readonly usage?: RunUsage;
}

/** A result that was cut to fit the budget of its batch. */
export interface TrimNotice {
  readonly callId: string;
  readonly toolName: string;
  readonly fromChars: number;
  readonly toChars: number;
}
