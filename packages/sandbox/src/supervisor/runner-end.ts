import { type FailureCode, type Logger, refuse } from '@mortise/contracts';
import type { RunnerEnd, SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { CrashReporter } from '../extensions/crash-reporter.ts';
import type { Extension } from '../extensions/extension.ts';
import type { IsolateHandle, LoadOutcome } from '../isolates/isolate-handle.ts';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import type { Placement } from '../isolates/placement.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { isForMemory, mayRunAgain, outcomeOfLoss, type RunnerLoss } from './lost-call.ts';

export interface RunnerEndParts {
  readonly dispatcher: CallDispatcher;
  readonly isolates: IsolateTable;
  readonly placement: Placement;
  readonly pool: RunnerPool;
  readonly crashes: CrashReporter;
  readonly logger: Logger;
  readonly emit: (event: SandboxEvent) => void;
}

/** Ends of a runner that no extension inside it is to blame for. */
const BLAMELESS: ReadonlySet<RunnerEnd> = new Set(['idle', 'closed', 'start_failed', 'silent']);

/** When a runner is gone, each call in it gets its one outcome, and the guilty extension the blame. */
export class RunnerEndHandler {
  readonly #parts: RunnerEndParts;

  constructor(parts: RunnerEndParts) {
    this.#parts = parts;
  }

  handle(runner: RunnerProcess, end: RunnerEnd, detail: string): void {
    const { pool, isolates: table, dispatcher } = this.#parts;
    pool.forget(runner);
    const calls = dispatcher.callsIn(runner).toSorted((a, b) => a.seq - b.seq);
    const isolates = table.takeAll(runner);
    const suspects = findSuspects({ runner, end, calls, isolates });
    for (const isolate of isolates) isolate.load?.settle(lossOfLoad(end, detail));
    const loss: RunnerLoss = { runner, end, detail, suspects };
    this.#report(loss, isolates, calls.length);
    for (const extension of suspects) this.#blame(extension, loss);
    for (const call of calls) this.#settle(call, loss);
  }

  /** Several suspects are separated, not punished: the next crash shows which of them it was. */
  #blame(extension: Extension, { end, suspects }: RunnerLoss): void {
    this.#parts.placement.separate(extension);
    const code = crashCode(end);
    if (suspects.size === 1) this.#parts.crashes.count(extension, code);
  }

  #report(loss: RunnerLoss, isolates: readonly IsolateHandle[], callsLost: number): void {
    const { runner, end: cause, detail } = loss;
    const extensions = [...new Set(isolates.map((isolate) => isolate.extension))];
    const event: SandboxEvent = {
      type: 'runner_ended',
      pid: runner.pid,
      cause,
      detail,
      extensions: extensions.map((extension) => extension.id),
      callsLost,
    };
    if (cause !== 'idle' && cause !== 'closed') this.#parts.logger.warn(event, 'a runner ended');
    this.#parts.emit(event);
  }

  #settle(call: PendingCall, loss: RunnerLoss): void {
    const { dispatcher, emit, pool } = this.#parts;
    const { refusal } = pool.jail;
    if (loss.runner.hadNoJail && refusal !== undefined)
      dispatcher.settle(call, refuse('jail_missing', refusal));
    else if (mayRunAgain(call, loss)) {
      const { callId } = call.request;
      emit({ type: 'call_retried', extensionId: call.extension.id, callId });
      dispatcher.retry(call);
    } else dispatcher.settle(call, outcomeOfLoss(call, loss));
  }
}

/** Which extensions may have ended the runner. One that was only loading has no call to fail for it. */
function findSuspects(about: {
  readonly runner: RunnerProcess;
  readonly end: RunnerEnd;
  readonly calls: readonly PendingCall[];
  readonly isolates: readonly IsolateHandle[];
}): ReadonlySet<Extension> {
  const { runner, end, calls, isolates } = about;
  if (BLAMELESS.has(end) || isForeignKill(runner, end)) return new Set();
  const busy = isolates.find(({ id }) => id === runner.busy?.isolate);
  if (busy === undefined) return new Set(calls.map((call) => call.extension));
  return busy.load === undefined ? new Set([busy.extension]) : new Set();
}

function crashCode(end: RunnerEnd): FailureCode {
  if (isForMemory(end)) return 'memory_limit';
  return end === 'protocol' ? 'protocol_violation' : 'sandbox_crashed';
}

/** SIGKILL that the host did not send, at an ordinary size: an operator or the system, not the guest. */
function isForeignKill(runner: RunnerProcess, end: RunnerEnd): boolean {
  return end === 'crashed' && runner.wasKilledFromOutside && runner.busy === undefined;
}

/** A runner is `wedged` by the host's own clock: the registration took too long and could not be stopped. */
function lossOfLoad(end: RunnerEnd, detail: string): LoadOutcome {
  if (end === 'wedged')
    return { kind: 'failed', fault: 'deadline', text: 'Its code could not be interrupted.' };
  return { kind: 'lost', cause: isForMemory(end) ? 'rss' : `${end} ${detail}`.trim() };
}
