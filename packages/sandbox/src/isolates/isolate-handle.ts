import type { Extension } from '../extensions/extension.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import type { Trace } from '../traces/trace.ts';

/** How the registration of an extension ended. */
export type LoadOutcome =
  | { readonly kind: 'opened'; readonly json: string }
  | {
      readonly kind: 'failed';
      readonly fault: string;
      readonly text: string;
      readonly trace?: Trace;
    }
  | { readonly kind: 'lost'; readonly cause: string };

/** A registration that is waited for. */
export interface IsolateLoad {
  readonly deadline: number;
  readonly settle: (outcome: LoadOutcome) => void;
}

export interface IsolateHandleParts {
  readonly id: number;
  readonly runner: RunnerProcess;
  readonly extension: Extension;
  /** Which of the extension's isolates it is; see `scopeKey`. */
  readonly scopeKey: string;
  /** There while the registration of a load runs in it. */
  readonly load?: IsolateLoad;
}

/** One isolate as the host knows it: an extension in one worker scope, in one runner. */
export class IsolateHandle {
  readonly id: number;
  readonly runner: RunnerProcess;
  readonly extension: Extension;
  readonly scopeKey: string;
  readonly load: IsolateLoad | undefined;
  #isOpen = false;
  #calls = 0;
  #idleSince = performance.now();
  #looseLines = 0;

  constructor(parts: IsolateHandleParts) {
    this.id = parts.id;
    this.runner = parts.runner;
    this.extension = parts.extension;
    this.scopeKey = parts.scopeKey;
    this.load = parts.load;
  }

  /** Its registration is over. Until then its calls wait, and their clocks too. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Since when it has had nothing to do; undefined while it has. */
  get idleSince(): number | undefined {
    return this.#calls > 0 || this.load !== undefined ? undefined : this.#idleSince;
  }

  /** Counts a log line that is of no call. Answers whether it may be written. */
  countLooseLine(): boolean {
    this.#looseLines += 1;
    return this.#looseLines <= this.extension.limits.logLinesPerCall;
  }

  markOpen(): void {
    this.#isOpen = true;
  }

  /** A call is sent to it. */
  addCall(): void {
    this.#calls += 1;
    this.runner.addCall();
  }

  /** A call that was sent to it has ended, or is sent elsewhere. */
  removeCall(now: number): void {
    this.#calls -= 1;
    if (this.#calls === 0) this.#idleSince = now;
    this.runner.removeCall(now);
  }
}

export type LoadingIsolate = IsolateHandle & { readonly load: IsolateLoad };

export function isLoading(isolate: IsolateHandle): isolate is LoadingIsolate {
  return isolate.load !== undefined;
}
