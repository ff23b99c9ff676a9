import {
  type AuditSink,
  ERROR_CODES,
  fail,
  type RunPorts,
  type RunRequest,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import type {
  ExtensionBundle,
  JailStatus,
  LoadResult,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
  SandboxStatus,
} from './api/sandbox-api.ts';
import { CallDispatcher } from './calls/call-dispatcher.ts';
import { HostCallDispatcher } from './calls/host-call-dispatcher.ts';
import type { PendingCall } from './calls/pending-call.ts';
import { CrashReporter } from './extensions/crash-reporter.ts';
import type { Extension } from './extensions/extension.ts';
import { IsolateTable } from './isolates/isolate-table.ts';
import { Placement } from './isolates/placement.ts';
import { Housekeeping } from './lifecycle/housekeeping.ts';
import { LoadedExtensions } from './lifecycle/loaded-extensions.ts';
import { Registrar } from './lifecycle/registrar.ts';
import { RegistrationCache } from './lifecycle/registration-cache.ts';
import { RunnerPool } from './processes/runner-pool.ts';
import { CallNotices } from './replies/call-notices.ts';
import { FrameGate } from './replies/frame-gate.ts';
import { FrameReader } from './replies/frame-reader.ts';
import { IsolateNotices } from './replies/isolate-notices.ts';
import { RuntimeFault } from './runtime/runtime-fault.ts';
import { openRuntime, type RuntimeFiles, runtimeName } from './runtime/runtime-files.ts';
import { readStatus, type StatusParts } from './sandbox-status.ts';
import { RunnerEndHandler } from './supervisor/runner-end.ts';
import { Watchdog } from './supervisor/watchdog.ts';
import { TraceReader } from './traces/trace-reader.ts';

const DRAIN_MS = 1_000;

const UNRECORDED: AuditSink = { record: () => undefined };

/** The sandbox of this machine: runner processes, and in them the isolates of extensions. */
export class ExtensionSandbox implements Sandbox {
  readonly limitsConcurrency = true;
  readonly #parts: StatusParts & { readonly watchdog: Watchdog };
  readonly #housekeeping: Housekeeping;
  readonly #traces = new TraceReader();
  readonly #openPool: () => Promise<void>;
  readonly #keepsSpares: boolean;
  /** Runners can be started; a sandbox that remembers every registration gets there with its first call. */
  #isOpen = false;
  /** Only then may it refuse to run something. */
  readonly #isJailRequired: boolean;
  #isClosed = false;

  /** `runtime` is there for tests that put something hostile in the place of a runner. */
  constructor(options: SandboxOptions, runtime?: () => Promise<RuntimeFiles>) {
    const { logger, brokers = {}, audit = UNRECORDED, now } = options;
    const emit = createEmitter(options);
    const pool = new RunnerPool(options, {
      onFrame: (runner, text) => frames.read(runner, text),
      onEarlyAnswer: (runner, text, isolate) => frames.readEarly(runner, text, isolate),
      onBusy: (runner, busy) => {
        if (frames.readBusy(runner, busy)) watchdog.checkBusy(runner);
      },
      onAnswersOf: (runner, isolate) => frames.readAnswersOf(runner, isolate),
      onBadHeartbeat: (runner, text) => gate.endSpeaker(runner, text),
      onEnd: (runner, end, detail) => ends.handle(runner, end, detail),
      onJailKnown: ({ status }) => emit({ type: 'jail_known', jail: status }),
      onSteady: ({ pid }) => {
        pool.settle();
        emit({ type: 'runner_started', pid });
      },
    });
    const placement = new Placement(pool, options.placement);
    const isolates = new IsolateTable(placement);
    const crashes = new CrashReporter({ logger, emit });
    const dispatcher = new CallDispatcher({ isolates, logger });
    const hostCalls = new HostCallDispatcher({ brokers, audit, now, logger, dispatcher });
    const gate = new FrameGate({ dispatcher, isolates, crashes, emit });
    const traces = this.#traces;
    const callNotices = new CallNotices({ gate, dispatcher, hostCalls, logger, emit, traces });
    const isolateNotices = new IsolateNotices({
      ...{ gate, dispatcher, isolates, crashes, emit, traces },
    });
    const frames = new FrameReader({ gate, dispatcher, callNotices, isolateNotices, emit });
    const owners = { dispatcher, isolates, placement, pool };
    const ends = new RunnerEndHandler({ ...owners, crashes, logger, emit });
    const watchdog = new Watchdog({ dispatcher, isolates, pool });
    const openPool = async (): Promise<void> => {
      if (this.#isClosed) throw new Error('the sandbox was closed');
      pool.open(await (runtime?.() ?? openRuntime(options.ownFolder)));
      this.#isOpen = true;
    };
    this.#openPool = openPool;
    this.#keepsSpares = (options.spareRunners ?? 1) > 0;
    // What something else in the place of a runner says is not remembered.
    const store = runtime === undefined ? options.cache : undefined;
    const cache = store && new RegistrationCache(store, runtimeName());
    const registrar = new Registrar({ isolates, pool, placement, watchdog, openPool, cache });
    const extensions = new LoadedExtensions({ ...owners, options, registrar });
    this.#housekeeping = new Housekeeping({ extensions, isolates, pool });
    this.#parts = { pool, placement, isolates, dispatcher, watchdog, extensions };
    this.#isJailRequired = pool.jail.status.tier === 'required';
  }

  run(request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    const extension = this.#parts.extensions.byId.get(request.extensionId);
    if (extension === undefined || this.#isClosed)
      return Promise.resolve(refuse('extension_unavailable', 'The extension is not loaded.'));
    const unjailed = this.#isJailRequired ? this.#parts.pool.jail.refusal : undefined;
    if (unjailed !== undefined) return Promise.resolve(refuse('jail_missing', unjailed));
    const refusal = findRefusal(extension, request, ports);
    if (refusal !== undefined) return Promise.resolve(refusal);
    if (!this.#isOpen) return this.#openAndRun(request, ports);
    this.#parts.watchdog.wake();
    return this.#parts.dispatcher.run(extension, request, ports);
  }

  /** Spare runners are there for the first call, though every registration may be remembered. */
  #prepare(): void {
    this.#housekeeping.start();
    if (this.#isOpen || !this.#keepsSpares || this.#isClosed) return;
    // What fails here fails the registration or the call that needs it, which says so.
    this.#openPool().catch(() => undefined);
  }

  async #openAndRun(request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    try {
      await this.#openPool();
    } catch (error) {
      const { code, message } = RuntimeFault.of(error);
      return refuse(code, `${ERROR_CODES[code].summary} ${message}`);
    }
    return this.run(request, ports);
  }

  load(bundle: ExtensionBundle): Promise<LoadResult> {
    this.#prepare();
    return this.#parts.extensions.load(bundle);
  }

  reload(bundle: ExtensionBundle): Promise<LoadResult> {
    this.#prepare();
    return this.#parts.extensions.reload(bundle);
  }

  async unload(extensionId: string): Promise<void> {
    this.#parts.extensions.unload(extensionId);
  }

  status(): SandboxStatus {
    return readStatus(this.#parts);
  }

  async tryJail(): Promise<JailStatus> {
    const { pool } = this.#parts;
    if (pool.jail.status.state !== 'unknown') return pool.jail.status;
    if (!this.#isOpen) await this.#openPool();
    await pool.tryRunner();
    return pool.jail.status;
  }

  quarantined(): readonly string[] {
    return this.#parts.extensions.byId
      .values()
      .filter(({ blocked }) => blocked?.state === 'quarantined')
      .map(({ id }) => id)
      .toArray();
  }

  async close(options: { readonly drainMs?: number } = {}): Promise<void> {
    if (this.#isClosed) return this.#parts.pool.close();
    this.#isClosed = true;
    const end = performance.now() + (options.drainMs ?? DRAIN_MS);
    while (this.#parts.dispatcher.size > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 10));
    this.#housekeeping.stop();
    // Before a runner ends, because its end would give a waiting call its turn.
    for (const call of this.#parts.dispatcher.calls) if (!call.isSent) this.#settleClosed(call);
    await this.#parts.pool.close();
    this.#parts.watchdog.stop();
    this.#parts.extensions.close();
    this.#traces.close();
    for (const call of this.#parts.dispatcher.calls) this.#settleClosed(call);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #settleClosed(call: PendingCall): void {
    const message = 'The sandbox was closed.';
    // One that was sent to an isolate may have run.
    const outcome = call.isSent
      ? fail('host_stopped', message)
      : refuse('extension_unavailable', message);
    this.#parts.dispatcher.settle(call, outcome);
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
