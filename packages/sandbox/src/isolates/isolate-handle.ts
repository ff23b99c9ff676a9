import type { Extension } from '../extensions/extension.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';

/** One isolate as the host knows it: an extension in one worker scope, in one runner. */
export interface IsolateHandle {
  readonly id: number;
  readonly runner: RunnerProcess;
  readonly extension: Extension;
  readonly scopeKey: string;
  /** Its registration is over. Until then its calls wait, and their clocks too. */
  isOpen: boolean;
  /** Calls that were sent to it and have not ended. */
  running: number;
  idleSince: number;
  /** There while the registration of a load runs in it. */
  readonly load?: IsolateLoad;
}

export interface IsolateLoad {
  readonly deadline: number;
  readonly settle: (outcome: LoadOutcome) => void;
}

export type LoadOutcome =
  | { readonly kind: 'opened'; readonly json: string }
  | { readonly kind: 'failed'; readonly fault: string; readonly text: string }
  | { readonly kind: 'lost'; readonly cause: string };
