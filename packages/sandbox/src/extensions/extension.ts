import type { ResolvedLimits, ToolDescription } from '@mortise/contracts';
import type { ExtensionBundle, LoadedExtension } from '../api/sandbox-api.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { IsolateHandle } from '../isolates/isolate-handle.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import type { CrashRecord } from './crash-record.ts';

/** A loaded extension: what the host keeps of it while nothing runs. */
export interface Extension {
  readonly id: string;
  readonly generation: number;
  readonly facts: Omit<ExtensionBundle, 'source'>;
  /** Throws if the text is gone. */
  readonly readSource: () => string;
  readonly configJson: string;
  readonly limits: ResolvedLimits;
  readonly loaded: LoadedExtension;
  readonly tools: ReadonlyMap<string, ToolDescription>;
  readonly crashes: CrashRecord;
  /** By scope key. */
  readonly isolates: Map<string, IsolateHandle>;
  /** Calls that wait for their turn, in order. */
  readonly queue: Set<PendingCall>;
  /** Their turns are being given out right now. */
  isAdvancing: boolean;
  runner: RunnerProcess | undefined;
  running: number;
  finished: number;
  /** It killed a runner, or may have: it gets one of its own. */
  mustBeAlone: boolean;
  isRevoked: boolean;
}
