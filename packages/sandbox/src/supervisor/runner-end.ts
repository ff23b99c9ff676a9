import type { FailureCode, Logger } from '@mortise/contracts';
import type { RunnerEnd, SandboxEvent } from '../api/sandbox-api.ts';
import { type CallDispatcher, MAX_RETRIES } from '../calls/call-dispatcher.ts';
import { failed, timeoutMessage } from '../calls/call-endings.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { Extension } from '../extensions/extension.ts';
import type { LoadOutcome } from '../isolates/isolate-handle.ts';
import { isBusyWith, isStillToBegin } from '../processes/busy-entry.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';

export interface RunnerEndParts {
  readonly dispatcher: CallDispatcher;
  readonly pool: RunnerPool;
  readonly logger: Logger;
  readonly emit: (event: SandboxEvent) => void;
}

/** Ends of a runner that no extension in it is to blame for. */
const BLAMELESS: ReadonlySet<RunnerEnd> = new Set(['idle', 'closed', 'start_failed']);

/** When a runner is gone, every call in it gets its one reply, and the guilty extension is noted. */
export class RunnerEndHandler {
  readonly #parts: RunnerEndParts;

  constructor(parts: RunnerEndParts) {
    this.#parts = parts;
  }

  handle(runner: RunnerProcess, end: RunnerEnd, detail: string): void {
    this.#parts.pool.forget(runner);
    const pendingCalls = runner.pendingCalls.values().sort((a, b) => a.seq - b.seq);
    const extensions = new Set([...runner.isolates.values()].map((isolate) => isolate.extension));
    const suspects = this.#findSuspects(runner, end, pendingCalls);
    for (const isolate of runner.isolates.values()) isolate.load?.settle(lossOfLoad(end, detail));
    for (const extension of extensions) this.#detach(extension, runner);
    this.#report(runner, { end, detail, extensions, callsLost: pendingCalls.length });
    for (const extension of suspects) this.#blame(extension, end, suspects.size === 1);
    for (const pendingCall of pendingCalls)
      this.#settle(pendingCall, { runner, end, detail, suspects });
  }

  #findSuspects(
    runner: RunnerProcess,
    end: RunnerEnd,
    pendingCalls: readonly PendingCall[],
  ): ReadonlySet<Extension> {
    if (BLAMELESS.has(end) || isForeignKill(runner, end)) return new Set();
    const busy = runner.busy === undefined ? undefined : runner.isolates.get(runner.busy.isolate);
    if (busy !== undefined) return busy.load === undefined ? new Set([busy.extension]) : new Set();
    return new Set(pendingCalls.map((pendingCall) => pendingCall.extension));
  }

  #detach(extension: Extension, runner: RunnerProcess): void {
    if (extension.runner === runner) extension.runner = undefined;
    for (const [key, isolate] of extension.isolates)
      if (isolate.runner === runner) extension.isolates.delete(key);
  }

  /** Several suspects are separated, not punished: the next crash shows which it was. */
  #blame(extension: Extension, end: RunnerEnd, isCertain: boolean): void {
    extension.mustBeAlone = true;
    if (isCertain)
      this.countCrash(extension, isForMemory(end) ? 'memory_limit' : 'sandbox_crashed');
  }

  countCrash(extension: Extension, code: FailureCode): void {
    const quarantine = extension.crashes.add();
    this.#parts.emit({
      type: 'extension_crashed',
      extensionId: extension.id,
      crashes: extension.crashes.total,
      code,
    });
    if (quarantine === undefined) return;
    this.#parts.logger.warn(
      { extensionId: extension.id, until: quarantine.until },
      'the extension is quarantined',
    );
    this.#parts.emit({
      type: 'extension_quarantined',
      extensionId: extension.id,
      until: quarantine.until,
    });
  }

  #report(
    runner: RunnerProcess,
    about: {
      readonly end: RunnerEnd;
      readonly detail: string;
      readonly extensions: ReadonlySet<Extension>;
      readonly callsLost: number;
    },
  ): void {
    const event: SandboxEvent = {
      type: 'runner_ended',
      pid: runner.pid,
      cause: about.end,
      detail: about.detail,
      extensions: [...about.extensions].map((extension) => extension.id),
      callsLost: about.callsLost,
    };
    if (about.end !== 'idle' && about.end !== 'closed')
      this.#parts.logger.warn(event, 'a runner ended');
    this.#parts.emit(event);
  }

  #settle(
    pendingCall: PendingCall,
    about: {
      readonly runner: RunnerProcess;
      readonly end: RunnerEnd;
      readonly detail: string;
      readonly suspects: ReadonlySet<Extension>;
    },
  ): void {
    if (about.end !== 'closed' && this.#mayRetry(pendingCall, about.runner, about.suspects)) {
      this.#parts.emit({
        type: 'call_retried',
        extensionId: pendingCall.extension.id,
        callId: pendingCall.request.callId,
      });
      this.#parts.dispatcher.retry(pendingCall);
      return;
    }
    const usage = this.#parts.dispatcher.usageOf(pendingCall);
    if (pendingCall.ending !== undefined) {
      this.#parts.dispatcher.settle(
        pendingCall,
        failed(pendingCall.ending.code, pendingCall.ending.message, usage),
      );
      return;
    }
    const busy = about.runner.busy;
    const isGuilty = busy === undefined ? about.suspects.size === 1 : isBusyWith(busy, pendingCall);
    const code = isGuilty ? guiltyCode(about.end, pendingCall) : 'sandbox_crashed';
    const message =
      code === 'timeout' ? timeoutMessage(pendingCall) : endMessage(about.end, about.detail);
    this.#parts.dispatcher.settle(pendingCall, failed(code, message, usage));
  }

  /**
   * A call that had not begun is sent again, a few times; one whose tool says that it may run
   * twice, once, unless its extension is a suspect. Nothing else ever is.
   */
  #mayRetry(
    pendingCall: PendingCall,
    runner: RunnerProcess,
    suspects: ReadonlySet<Extension>,
  ): boolean {
    if (pendingCall.ending !== undefined || pendingCall.extension.isRevoked) return false;
    if (pendingCall.extension.crashes.blocked() !== undefined) return false;
    const hasNotBegun = runner.busy !== undefined && isStillToBegin(runner.busy, pendingCall);
    if (hasNotBegun || !runner.isReady) return pendingCall.retries < MAX_RETRIES;
    return (
      pendingCall.retries === 0 && isIdempotent(pendingCall) && !suspects.has(pendingCall.extension)
    );
  }
}

/** A runner is `wedged` by the host's own clock: the registration took too long and could not be stopped. */
function lossOfLoad(end: RunnerEnd, detail: string): LoadOutcome {
  if (end === 'wedged')
    return { kind: 'failed', fault: 'deadline', text: 'Its code could not be interrupted.' };
  return { kind: 'lost', cause: isForMemory(end) ? 'rss' : `${end} ${detail}`.trim() };
}

function isForMemory(end: RunnerEnd): boolean {
  return end === 'rss' || end === 'heap';
}

/** Annotations do not count: they are hints for people and clients, and promise nothing. */
function isIdempotent(pendingCall: PendingCall): boolean {
  const { facts, tools } = pendingCall.extension;
  return facts.idempotent === true || tools.get(pendingCall.request.toolName)?.idempotent === true;
}

/** SIGKILL that the host did not send, at an ordinary size: an operator or the system, not the guest. */
function isForeignKill(runner: RunnerProcess, end: RunnerEnd): boolean {
  return end === 'crashed' && runner.wasKilledFromOutside && runner.busy === undefined;
}

function guiltyCode(end: RunnerEnd, pendingCall: PendingCall): FailureCode {
  if (isForMemory(end)) return 'memory_limit';
  if (end !== 'wedged') return 'sandbox_crashed';
  return performance.now() >= pendingCall.deadline ? 'timeout' : 'cpu_limit';
}

function endMessage(end: RunnerEnd, detail: string): string {
  const reason = detail === '' ? '' : ` (${detail})`;
  switch (end) {
    case 'rss':
      return `Its process grew beyond its limit${reason} and was ended.`;
    case 'heap':
      return `The memory it asked for ended its process${reason}.`;
    case 'wedged':
      return 'Its code could not be interrupted; its process was ended.';
    case 'protocol':
      return `Its process broke the protocol${reason} and was ended.`;
    case 'closed':
      return 'The sandbox was closed.';
    default:
      return `Its process ended${reason}.`;
  }
}
