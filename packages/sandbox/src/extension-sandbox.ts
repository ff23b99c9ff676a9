import {
  type AuditSink,
  base64Chars,
  LIMITS,
  type RunPorts,
  type RunRequest,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import type {
  ExtensionBundle,
  LoadResult,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
  SandboxStatus,
} from './api/sandbox-api.ts';
import { CallDispatcher } from './calls/call-dispatcher.ts';
import { HostCallDispatcher } from './calls/host-call-dispatcher.ts';
import type { PendingCall } from './calls/pending-call.ts';
import type { Extension } from './extensions/extension.ts';
import { IsolateTable } from './isolates/isolate-table.ts';
import { Placement } from './isolates/placement.ts';
import { Housekeeping } from './lifecycle/housekeeping.ts';
import { LoadedExtensions } from './lifecycle/loaded-extensions.ts';
import { Registrar } from './lifecycle/registrar.ts';
import { RunnerPool } from './processes/runner-pool.ts';
import { CallNotices } from './replies/call-notices.ts';
import { FrameReader } from './replies/frame-reader.ts';
import { IsolateNotices } from './replies/isolate-notices.ts';
import { ensureRuntime, type RuntimeFiles } from './runtime/runtime-files.ts';
import { readStatus } from './sandbox-status.ts';
import { CrashCounter } from './supervisor/crash-counter.ts';
import { RunnerEndHandler } from './supervisor/runner-end.ts';
import { Watchdog } from './supervisor/watchdog.ts';

const FRAME_OVERHEAD = 65_536;
/** No extension may be allowed to send more at once, so that no frame of a runner is longer. */
const MAX_FRAME_CHARS =
  Math.max(
    LIMITS.registrationBytes.ceiling,
    LIMITS.resultBytes.ceiling + base64Chars(LIMITS.mediaBytes.ceiling),
    LIMITS.hostCallBytes.ceiling,
  ) + FRAME_OVERHEAD;
const IDLE_RUNNER_MS = 30_000;
const DRAIN_MS = 1_000;

const UNRECORDED: AuditSink = { record: () => undefined };

/** The sandbox of this machine: runner processes, and in them the isolates of extensions. */
export class ExtensionSandbox implements Sandbox {
  readonly limitsConcurrency = true;
  readonly #pool: RunnerPool;
  readonly #placement: Placement;
  readonly #isolates: IsolateTable;
  readonly #dispatcher: CallDispatcher;
  readonly #watchdog: Watchdog;
  readonly #extensions: LoadedExtensions;
  readonly #housekeeping: Housekeeping;
  #isClosed = false;

  /** `runtime` is there for tests that put something hostile in the place of a runner. */
  constructor(options: SandboxOptions, runtime: () => Promise<RuntimeFiles> = ensureRuntime) {
    const { logger, brokers = {}, audit = UNRECORDED, now } = options;
    const idleMs = options.idleRunnerMs ?? IDLE_RUNNER_MS;
    const emit = createEmitter(options);
    const pool = new RunnerPool(
      {
        spareRunners: options.spareRunners ?? 1,
        maxRunners: Math.max(1, options.maxRunners ?? 8),
        idleRunnerMs: idleMs,
        maxFrameChars: MAX_FRAME_CHARS,
        ...(options.rssCapBytes === undefined ? {} : { rssCapBytes: options.rssCapBytes }),
      },
      {
        onFrame: (runner, text) => reader.read(runner, text),
        onBusy: (runner) => watchdog.checkBusy(runner),
        onEnd: (runner, end, detail) => ends.handle(runner, end, detail),
      },
    );
    const placement = new Placement(pool, options.placement ?? 'dedicated-first');
    const isolates = new IsolateTable(placement);
    const dispatcher = new CallDispatcher({ isolates, logger });
    const hostCalls = new HostCallDispatcher({ brokers, audit, now, logger });
    const crashes = new CrashCounter({ logger, emit });
    const reader = new FrameReader({
      dispatcher,
      emit,
      calls: new CallNotices({ dispatcher, hostCalls, isolates, logger, emit }),
      isolates: new IsolateNotices({
        dispatcher,
        isolates,
        emit,
        onIsolateLost: (extension, code) => {
          if (code === 'memory_limit' || code === 'sandbox_crashed') crashes.count(extension, code);
        },
      }),
    });
    const ends = new RunnerEndHandler({
      dispatcher,
      isolates,
      placement,
      pool,
      crashes,
      logger,
      emit,
    });
    const watchdog = new Watchdog({ dispatcher, isolates, pool });
    const openPool = async (): Promise<void> => {
      if (this.#isClosed) throw new Error('the sandbox was closed');
      pool.open(await runtime());
    };
    const registrar = new Registrar({ isolates, pool, watchdog, openPool });
    const extensions = new LoadedExtensions({
      options,
      dispatcher,
      isolates,
      placement,
      registrar,
    });
    this.#pool = pool;
    this.#placement = placement;
    this.#isolates = isolates;
    this.#dispatcher = dispatcher;
    this.#watchdog = watchdog;
    this.#extensions = extensions;
    this.#housekeeping = new Housekeeping({ extensions, isolates, pool, idleMs });
  }

  run(request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    const extension = this.#extensions.byId.get(request.extensionId);
    if (extension === undefined || this.#isClosed)
      return Promise.resolve(refuse('extension_unavailable', 'The extension is not loaded.'));
    const refusal = findRefusal(extension, request, ports);
    if (refusal !== undefined) return Promise.resolve(refusal);
    this.#watchdog.wake();
    return this.#dispatcher.run(extension, request, ports);
  }

  load(bundle: ExtensionBundle): Promise<LoadResult> {
    this.#housekeeping.start();
    return this.#extensions.load(bundle);
  }

  reload(bundle: ExtensionBundle): Promise<LoadResult> {
    this.#housekeeping.start();
    return this.#extensions.reload(bundle);
  }

  async unload(extensionId: string): Promise<void> {
    this.#extensions.unload(extensionId);
  }

  status(): SandboxStatus {
    return readStatus({
      extensions: this.#extensions,
      isolates: this.#isolates,
      placement: this.#placement,
      pool: this.#pool,
      dispatcher: this.#dispatcher,
    });
  }

  quarantined(): readonly string[] {
    return this.#extensions.byId
      .values()
      .filter(({ blocked }) => blocked?.state === 'quarantined')
      .map(({ id }) => id)
      .toArray();
  }

  async close(options: { readonly drainMs?: number } = {}): Promise<void> {
    if (this.#isClosed) return this.#pool.close();
    this.#isClosed = true;
    const end = performance.now() + (options.drainMs ?? DRAIN_MS);
    while (this.#dispatcher.size > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 10));
    this.#housekeeping.stop();
    // Before a runner ends, because its end would give a waiting call its turn.
    for (const call of this.#dispatcher.calls)
      if (call.isolate === undefined) this.#settleClosed(call);
    await this.#pool.close();
    this.#watchdog.stop();
    this.#extensions.close();
    for (const call of this.#dispatcher.calls) this.#settleClosed(call);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #settleClosed(call: PendingCall): void {
    this.#dispatcher.settle(call, refuse('extension_unavailable', 'The sandbox was closed.'));
  }
}

function findRefusal(
  extension: Extension,
  { toolName }: RunRequest,
  { signal }: RunPorts,
): ToolOutcome | undefined {
  if (!extension.tools.has(toolName))
    return refuse('not_available', `The extension ${extension.id} has no tool ${toolName}.`);
  if (signal.aborted) return refuse('aborted_before_start', '');
  return extension.findRefusal();
}

function createEmitter({ onEvent, logger }: SandboxOptions): (event: SandboxEvent) => void {
  return (event) => {
    try {
      onEvent?.(event);
    } catch (error) {
      logger.warn({ error }, 'a listener of sandbox events threw');
    }
  };
}
