import type { Reduction, ToolOutcome } from './outcome.ts';
import type { RuleVerdict } from './ruling.ts';
import type { ToolEntry } from './tool-entry.ts';
import type { ToolSurface } from './tool-surface.ts';

/** Everything an observer may know of a finished call. Frozen. */
export interface CallReport {
  readonly callId: string;
  readonly toolName: string;
  readonly extensionId?: string;
  readonly agentId?: string;
  readonly sessionKey: string;
  /** For whom the agent works, if the embedder or a token said so. */
  readonly userId?: string;
  /** Who asked; absent for the embedder. */
  readonly principalId?: string;
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
  readonly dryRun: boolean;
  /** Characters before reducers and after them; `TrimNotice` tells what the budget cut. */
  readonly size: { readonly raw: number; readonly reduced: number };
  readonly reducer?: Reduction['state'];
  /** What the rules on arguments said; absent if no rule is about its tool. */
  readonly ruling?: RuleVerdict;
  /** What it was called with; absent if it was refused before they were read. */
  readonly args?: unknown;
  /** Its tool, as it was when it was called; absent if there is none. */
  readonly entry?: ToolEntry;
  /** What its request worked with; absent if no request could begin. */
  readonly surface?: ToolSurface;
  /** The approval that it ran with, or was to run with. */
  readonly approvalId?: string;
}
