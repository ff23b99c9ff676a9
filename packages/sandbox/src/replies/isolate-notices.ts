import { type FailureCode, refuse } from '@mortise/contracts';
import type { SandboxEvent } from '../api/sandbox-api.ts';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import type { CrashReporter } from '../extensions/crash-reporter.ts';
import type { IsolateHandle } from '../isolates/isolate-handle.ts';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import type { TraceReader } from '../traces/trace-reader.ts';
import type { IsolateLoss } from '../wire/faults.ts';
import { unquote } from '../wire/frame-codec.ts';
import type { RunnerFrame } from '../wire/runner-to-host.ts';
import { splitThrown } from '../wire/thrown-text.ts';
import type { FrameGate } from './frame-gate.ts';

export interface IsolateNoticesParts {
  readonly gate: FrameGate;
  readonly dispatcher: CallDispatcher;
  readonly isolates: IsolateTable;
  readonly emit: (event: SandboxEvent) => void;
  readonly crashes: CrashReporter;
  readonly traces: TraceReader;
}

type Frame<Kind extends RunnerFrame['kind']> = Extract<RunnerFrame, { readonly kind: Kind }>;

const LOSS_CODES = {
  cpu: 'cpu_limit',
  deadline: 'timeout',
  memory: 'memory_limit',
  broken: 'sandbox_crashed',
} as const satisfies Record<IsolateLoss, FailureCode>;
/** Losses that an extension is quarantined for when they pile up. */
const CRASHES: ReadonlySet<FailureCode> = new Set(['memory_limit', 'sandbox_crashed']);

/** What runners say of their isolates. Each method is false for a frame of the wrong shape. */
export class IsolateNotices {
  readonly #parts: IsolateNoticesParts;

  constructor(parts: IsolateNoticesParts) {
    this.#parts = parts;
  }

  opened(runner: RunnerProcess, frame: Frame<'opened'>): boolean {
    const isolate = this.#parts.gate.isolate(runner, frame.isolate, frame.kind);
    if (isolate === undefined) return true;
    if (isolate.isOpen) return this.#refuseSecond(isolate, frame.kind);
    runner.noteOpened();
    this.#parts.dispatcher.sendWaiting(isolate);
    isolate.load?.settle({ kind: 'opened', json: frame.registrations });
    return true;
  }

  unopened(runner: RunnerProcess, frame: Frame<'unopened'>): boolean {
    const { dispatcher, isolates, gate } = this.#parts;
    const message = unquote(frame.message);
    if (message === undefined) return false;
    const isolate = gate.isolate(runner, frame.isolate, frame.kind);
    if (isolate === undefined) return true;
    // Its calls were sent and may have run: they must not be told that they were refused.
    if (isolate.isOpen) return this.#refuseSecond(isolate, frame.kind);
    const thrown = splitThrown(message);
    const text = thrown.message.slice(0, isolate.extension.limits.errorChars);
    const trace = this.#parts.traces.read(isolate.extension, thrown.stack);
    isolates.close(isolate);
    isolate.load?.settle({ kind: 'failed', fault: frame.fault, text, trace });
    const refusal = refuse('extension_unavailable', `It failed to start: ${text}`);
    for (const call of dispatcher.callsIn(runner))
      if (call.isolate === isolate) dispatcher.settle(call, refusal);
    return true;
  }

  /** Calls that were on their way to it are answered by the runner as unreached, each once. */
  lost(runner: RunnerProcess, frame: Frame<'lost'>): boolean {
    const { isolates, emit, crashes, gate } = this.#parts;
    const isolate = gate.isolate(runner, frame.isolate, frame.kind);
    if (isolate === undefined) return true;
    if (!isolate.isOpen)
      return gate.refuse(runner, frame.kind, `isolate ${isolate.id} was not open`);
    isolates.close(isolate);
    const code = LOSS_CODES[frame.cause];
    emit({ type: 'isolate_replaced', extensionId: isolate.extension.id, code });
    if (CRASHES.has(code)) crashes.count(isolate.extension, code);
    return true;
  }

  #refuseSecond({ runner, id }: IsolateHandle, kind: string): true {
    return this.#parts.gate.refuse(runner, kind, `isolate ${id} was open already`);
  }
}
