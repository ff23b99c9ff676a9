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
import { refuseBlocked } from './calls/admit-call.ts';
import { CallDispatcher } from './calls/call-dispatcher.ts';
import { HostCallDispatcher } from './calls/host-call-dispatcher.ts';
import type { PendingCall } from './calls/pending-call.ts';
import {
  completeExtension,
  draftExtension,
  findBundleProblem,
} from './extensions/draft-extension.ts';
import type { Extension } from './extensions/extension.ts';
import { SourceStore } from './extensions/source-store.ts';
import { loadFailure, Registrar } from './isolates/registrar.ts';
import { RunnerPool } from './processes/runner-pool.ts';
import type { RunnerProcess } from './processes/runner-process.ts';
import { FrameReader } from './replies/frame-reader.ts';
import { ensureRuntime, type RuntimeFiles } from './runtime/runtime-files.ts';
import { readStatus } from './sandbox-status.ts';
import { RunnerEndHandler } from './supervisor/runner-end.ts';
import { Watchdog } from './supervisor/watchdog.ts';

const FRAME_OVERHEAD = 65_536;
/** No extension may be allowed to send more at once, so that no frame of a runner is longer. */
const MAX_FRAME_CHARS =
  Math.max(
    LIMITS.registrationBytes.ceiling,
    LIMITS.resultBytes.ceiling + base64Chars(LIMITS.mediaBytes.ceiling),
  ) + FRAME_OVERHEAD;
const HOUSEKEEPING_MS = 1_000;
const IDLE_RUNNER_MS = 30_000;
const MAX_HEAP_ALLOWANCE = 1_000_000_000;
const MEGABYTE = 1_000_000;

const UNRECORDED: AuditSink = { record: () => undefined };
const NOT_LOADED = refuse('extension_unavailable', 'The extension is not loaded.');

/** The sandbox of this machine: wires pool, dispatcher and watchdog, and keeps the loaded extensions. */
export class ExtensionSandbox implements Sandbox {
  readonly limitsConcurrency = true;
  readonly #options: SandboxOptions;
  readonly #extensions = new Map<string, Extension>();
  /** Old generations that still run calls. */
  readonly #draining = new Set<Extension>();
  readonly #sources = new SourceStore();
  readonly #runtime: () => Promise<RuntimeFiles>;
  readonly #pool: RunnerPool;
  readonly #dispatcher: CallDispatcher;
  readonly #watchdog: Watchdog;
  readonly #registrar: Registrar;
  #generation = 0;
  #housekeeping: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `runtime` is there for tests that put something hostile in the place of a runner. */
  constructor(options: SandboxOptions, runtime: () => Promise<RuntimeFiles> = ensureRuntime) {
    this.#options = options;
    this.#runtime = runtime;
    const emit = (event: SandboxEvent): void => this.#emit(event);
    this.#pool = new RunnerPool(
      {
        spareRunners: options.spareRunners ?? 1,
        maxRunners: Math.max(1, options.maxRunners ?? 8),
        idleRunnerMs: options.idleRunnerMs ?? IDLE_RUNNER_MS,
        placement: options.placement ?? 'dedicated-first',
        maxFrameChars: MAX_FRAME_CHARS,
        rssCapOf: (runner) => this.#rssCapOf(runner),
      },
      {
        onFrame: (runner, line) => reader.read(runner, line),
        onBusy: (runner) => this.#watchdog.checkBusy(runner),
        onEnd: (runner, end, detail) => ends.handle(runner, end, detail),
      },
    );
    const pool = this.#pool;
    const logger = options.logger;
    const dispatcher = new CallDispatcher({ pool, logger });
    this.#dispatcher = dispatcher;
    const ends = new RunnerEndHandler({ dispatcher, pool, logger, emit });
    const { brokers = {}, audit = UNRECORDED, now } = options;
    const reader = new FrameReader({
      dispatcher,
      hostCalls: new HostCallDispatcher({ brokers, audit, now, logger }),
      logger,
      emit,
      onIsolateLost: (extension, code) => {
        if (code === 'memory_limit' || code === 'sandbox_crashed') ends.countCrash(extension, code);
      },
    });
    this.#watchdog = new Watchdog({
      dispatcher,
      pool,
      rssCapOf: (runner) => this.#rssCapOf(runner),
    });
    const watchdog = this.#watchdog;
    this.#registrar = new Registrar({
      dispatcher,
      pool,
      watchdog,
      openPool: () => this.#openPool(),
    });
  }

  run(request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    const extension = this.#extensions.get(request.extensionId);
    const refusal = this.#refuse(extension, request, ports);
    if (extension === undefined || refusal !== undefined)
      return Promise.resolve(refusal ?? NOT_LOADED);
    this.#watchdog.wake();
    return this.#dispatcher.run(extension, request, ports);
  }

  async load(bundle: ExtensionBundle): Promise<LoadResult> {
    return this.#extensions.has(bundle.id) ? alreadyLoaded(bundle.id) : this.#install(bundle, true);
  }

  async reload(bundle: ExtensionBundle): Promise<LoadResult> {
    return this.#install(bundle, false);
  }

  async unload(extensionId: string): Promise<void> {
    const extension = this.#extensions.get(extensionId);
    if (extension === undefined) return;
    this.#extensions.delete(extensionId);
    extension.isRevoked = true;
    const reason = `The extension ${extensionId} was unloaded.`;
    for (const pendingCall of this.#dispatcher.pendingCalls) {
      if (pendingCall.extension !== extension) continue;
      if (pendingCall.isolate !== undefined) this.#dispatcher.end(pendingCall, 'aborted', reason);
      else this.#dispatcher.settle(pendingCall, refuse('extension_unavailable', reason));
    }
    this.#drain(extension);
  }

  status(): SandboxStatus {
    return readStatus({
      extensions: this.#extensions.values(),
      runners: this.#pool.runners,
      callsInFlight: this.#dispatcher.size,
    });
  }

  async close(options: { readonly drainMs?: number } = {}): Promise<void> {
    if (this.#isClosed) return this.#pool.close();
    this.#isClosed = true;
    const end = performance.now() + (options.drainMs ?? 1_000);
    while (this.#dispatcher.size > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 10));
    clearInterval(this.#housekeeping);
    // Before a runner ends, because its end would be somebody's turn.
    for (const pendingCall of this.#dispatcher.pendingCalls)
      if (pendingCall.isolate === undefined) this.#settleClosed(pendingCall);
    await this.#pool.close();
    this.#watchdog.stop();
    this.#sources.close();
    for (const pendingCall of this.#dispatcher.pendingCalls) this.#settleClosed(pendingCall);
  }

  #settleClosed(pendingCall: PendingCall): void {
    this.#dispatcher.settle(
      pendingCall,
      refuse('extension_unavailable', 'The sandbox was closed.'),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #refuse(
    extension: Extension | undefined,
    request: RunRequest,
    ports: RunPorts,
  ): ToolOutcome | undefined {
    if (extension === undefined || this.#isClosed) return NOT_LOADED;
    if (!extension.tools.has(request.toolName)) {
      return refuse(
        'not_available',
        `The extension ${extension.id} has no tool ${request.toolName}.`,
      );
    }
    if (ports.signal.aborted) return refuse('aborted_before_start', '');
    return refuseBlocked(extension);
  }

  /** The new generation is complete before the old one goes. */
  async #install(bundle: ExtensionBundle, isNew: boolean): Promise<LoadResult> {
    const problem = findBundleProblem(bundle, this.#options);
    if (problem !== undefined) return loadFailure('source_invalid', problem);
    this.#generation += 1;
    const parts = { bundle, generation: this.#generation, options: this.#options };
    const draft = draftExtension({ ...parts, sources: this.#sources });
    const outcome = await this.#registrar.register(draft);
    const old = this.#extensions.get(bundle.id);
    const isTaken = isNew && old !== undefined;
    if (!('tools' in outcome) || isTaken) {
      this.#forgetSource(draft);
      return 'tools' in outcome ? alreadyLoaded(bundle.id) : outcome;
    }
    const extension = completeExtension(draft, outcome);
    this.#extensions.set(bundle.id, extension);
    if (old !== undefined) this.#drain(old);
    return { status: 'loaded', extension: extension.loaded };
  }

  /** Generations of the same text share it. */
  #forgetSource(gone: Extension): void {
    const hash = gone.loaded.bundleHash;
    for (const other of [...this.#extensions.values(), ...this.#draining]) {
      if (other !== gone && other.loaded.bundleHash === hash) return;
    }
    this.#sources.delete(hash);
  }

  async #openPool(): Promise<void> {
    if (this.#isClosed) throw new Error('the sandbox was closed');
    this.#pool.open(await this.#runtime());
    this.#keepHouse();
  }

  #drain(extension: Extension): void {
    this.#draining.add(extension);
    this.#keepHouse();
    this.#finishDraining(extension);
  }

  #finishDraining(extension: Extension): void {
    if (extension.running > 0 || extension.queue.size > 0) return;
    this.#draining.delete(extension);
    for (const isolate of [...extension.isolates.values()]) this.#dispatcher.closeIsolate(isolate);
    if (extension.runner?.role === 'dedicated' && extension.runner.isAlive)
      extension.runner.kill('idle');
    extension.runner = undefined;
    this.#forgetSource(extension);
  }

  #keepHouse(): void {
    this.#housekeeping ??= setInterval(() => {
      for (const extension of this.#draining) this.#finishDraining(extension);
      this.#closeIdleIsolates();
      this.#pool.retireGrown();
      this.#pool.reap(performance.now());
    }, HOUSEKEEPING_MS).unref();
  }

  /** An isolate that nobody has used for a while goes even if its runner stays. */
  #closeIdleIsolates(): void {
    const idleBefore = performance.now() - (this.#options.idleRunnerMs ?? IDLE_RUNNER_MS);
    for (const runner of this.#pool.runners) {
      for (const isolate of [...runner.isolates.values()]) {
        const isIdle =
          isolate.running === 0 && isolate.load === undefined && isolate.idleSince < idleBefore;
        if (isIdle) this.#dispatcher.closeIsolate(isolate);
      }
    }
  }

  #rssCapOf(runner: RunnerProcess): number {
    if (this.#options.rssCapBytes !== undefined) return this.#options.rssCapBytes;
    let heap = 0;
    for (const isolate of runner.isolates.values()) heap += isolate.extension.limits.heapBytes;
    return 448 * MEGABYTE + Math.min(heap, MAX_HEAP_ALLOWANCE);
  }

  #emit(event: SandboxEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch (error) {
      this.#options.logger.warn({ error }, 'a listener of sandbox events threw');
    }
  }
}

function alreadyLoaded(id: string): LoadResult {
  return loadFailure('registration_failed', `The extension ${id} is loaded already; reload it.`);
}
