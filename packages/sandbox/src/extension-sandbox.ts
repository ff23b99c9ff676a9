import { createHash } from 'node:crypto';
import {
  EXTENSION_ID_PATTERN,
  type LimitName,
  type RunPorts,
  type RunReply,
  type RunRequest,
} from '@mortise/contracts';
import { refuseBlocked } from './admit-call.ts';
import { MemoryStorageBroker } from './brokers/memory-storage.ts';
import { CallDesk } from './call-desk.ts';
import { REGISTRATION_CHARS } from './cell-spec.ts';
import { CrashRecord } from './crash-record.ts';
import { refused } from './end-flight.ts';
import type { Extension } from './extension.ts';
import { FrameReader } from './frame-reader.ts';
import { HostCallDesk } from './host-call-desk.ts';
import { loadFailure, Registrar } from './registrar.ts';
import { resolveLimits } from './resolve-limits.ts';
import { RunnerEndDesk } from './runner-end.ts';
import { RunnerPool } from './runner-pool.ts';
import type { RunnerProcess } from './runner-process.ts';
import { ensureRuntime } from './runtime/runtime-files.ts';
import type {
  ExtensionBundle,
  LoadResult,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
  SandboxStatus,
} from './sandbox-api.ts';
import { readStatus } from './sandbox-status.ts';
import { Watchdog } from './watchdog.ts';

const FRAME_OVERHEAD = 65_536;
const HOUSEKEEPING_MS = 1_000;
const MEGABYTE = 1_000_000;

/** The sandbox of this machine: wires pool, desk and watchdog, and keeps the loaded extensions. */
export class ExtensionSandbox implements Sandbox {
  readonly #options: SandboxOptions;
  readonly #limits: Readonly<Record<LimitName, number>>;
  readonly #extensions = new Map<string, Extension>();
  /** Old generations that still run calls. */
  readonly #draining = new Set<Extension>();
  readonly #pool: RunnerPool;
  readonly #desk: CallDesk;
  readonly #watchdog: Watchdog;
  readonly #registrar: Registrar;
  #generation = 0;
  #housekeeping: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.#limits = resolveLimits(options.limits);
    const emit = (event: SandboxEvent): void => this.#emit(event);
    this.#pool = new RunnerPool(
      {
        spareRunners: options.spareRunners ?? 1,
        maxRunners: Math.max(1, options.maxRunners ?? 8),
        idleRunnerMs: options.idleRunnerMs ?? 30_000,
        placement: options.placement ?? 'dedicated-first',
        maxFrameChars:
          Math.max(REGISTRATION_CHARS, this.#limits.resultBytes, 8_000_000) + FRAME_OVERHEAD,
      },
      {
        onFrame: (runner, line) => reader.read(runner, line),
        onBusy: (runner) => this.#watchdog.checkBusy(runner),
        onEnd: (runner, end, detail) => ends.handle(runner, end, detail),
      },
    );
    const pool = this.#pool;
    const logger = options.logger;
    const desk = new CallDesk({ pool, logger });
    this.#desk = desk;
    const ends = new RunnerEndDesk({ desk, pool, logger, emit });
    const brokers = { storage: new MemoryStorageBroker(), ...options.brokers };
    const reader = new FrameReader({
      desk,
      hostCalls: new HostCallDesk(brokers, logger),
      logger,
      emit,
      onCellLost: (extension, code) => {
        if (code === 'memory_limit' || code === 'sandbox_crashed') ends.countCrash(extension, code);
      },
    });
    this.#watchdog = new Watchdog({ desk, pool, rssCapOf: (runner) => this.#rssCapOf(runner) });
    const watchdog = this.#watchdog;
    this.#registrar = new Registrar({ desk, pool, watchdog, openPool: () => this.#openPool() });
  }

  async run(request: RunRequest, ports: RunPorts): Promise<RunReply> {
    const extension = this.#extensions.get(request.extensionId);
    if (extension === undefined || this.#isClosed)
      return refused(
        'extension_unavailable',
        `The extension ${request.extensionId} is not loaded.`,
      );
    if (!extension.tools.has(request.toolName))
      return refused(
        'not_available',
        `The extension ${extension.id} has no tool ${request.toolName}.`,
      );
    if (ports.signal.aborted) return refused('aborted_before_start', '');
    const refusal = refuseBlocked(extension);
    if (refusal !== undefined) return refusal;
    this.#watchdog.wake();
    return this.#desk.run(extension, request, ports);
  }

  async load(bundle: ExtensionBundle): Promise<LoadResult> {
    if (this.#extensions.has(bundle.id))
      return loadFailure('registration_failed', `The extension ${bundle.id} is loaded already.`);
    return this.#install(bundle);
  }

  async reload(bundle: ExtensionBundle): Promise<LoadResult> {
    return this.#install(bundle);
  }

  async unload(extensionId: string): Promise<void> {
    const extension = this.#extensions.get(extensionId);
    if (extension === undefined) return;
    this.#extensions.delete(extensionId);
    extension.isRevoked = true;
    for (const flight of [...this.#desk.flights]) {
      if (flight.extension === extension)
        this.#desk.end(flight, 'aborted', `The extension ${extensionId} was unloaded.`);
    }
    this.#drain(extension);
  }

  status(): SandboxStatus {
    return readStatus({
      extensions: this.#extensions.values(),
      runners: this.#pool.runners,
      callsInFlight: this.#desk.size,
    });
  }

  async close(options: { readonly drainMs?: number } = {}): Promise<void> {
    if (this.#isClosed) return this.#pool.close();
    this.#isClosed = true;
    const end = performance.now() + (options.drainMs ?? 1_000);
    while (this.#desk.size > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 10));
    clearInterval(this.#housekeeping);
    await this.#pool.close();
    this.#watchdog.stop();
    for (const flight of [...this.#desk.flights])
      this.#desk.settle(flight, refused('extension_unavailable', 'The sandbox was closed.'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The new generation is complete before the old one goes. */
  async #install(bundle: ExtensionBundle): Promise<LoadResult> {
    const problem = this.#findBundleProblem(bundle);
    if (problem !== undefined) return loadFailure('source_invalid', problem);
    const bundleHash = createHash('sha256').update(bundle.source).digest('hex');
    const draft = this.#draft(bundle, bundleHash);
    const outcome = await this.#registrar.register(draft);
    if (!('tools' in outcome)) return outcome;
    const loaded = Object.freeze({ id: bundle.id, bundleHash, ...outcome });
    const extension: Extension = {
      ...draft,
      loaded,
      tools: new Map(outcome.tools.map((tool) => [tool.name, tool])),
    };
    const old = this.#extensions.get(bundle.id);
    this.#extensions.set(bundle.id, extension);
    if (old !== undefined) this.#drain(old);
    return { status: 'loaded', extension: loaded };
  }

  #findBundleProblem(bundle: ExtensionBundle): string | undefined {
    if (!new RegExp(EXTENSION_ID_PATTERN).test(bundle.id))
      return 'Its id is not one an extension may have.';
    const bytes = Buffer.byteLength(bundle.source);
    const limit = resolveLimits(this.#options.limits, bundle.limits).sourceBytes;
    return bytes > limit ? `It has ${bytes} bytes; ${limit} are allowed.` : undefined;
  }

  #draft(bundle: ExtensionBundle, bundleHash: string): Extension {
    this.#generation += 1;
    return {
      id: bundle.id,
      generation: this.#generation,
      bundle,
      configJson: JSON.stringify(bundle.config ?? null),
      limits: resolveLimits(this.#options.limits, bundle.limits),
      loaded: { id: bundle.id, bundleHash, tools: [], reducers: [], diagnostics: [] },
      tools: new Map(),
      crashes: new CrashRecord(this.#options.quarantine ?? {}, this.#options.now),
      cells: new Map(),
      queue: [],
      runner: undefined,
      running: 0,
      finished: 0,
      mustBeAlone: false,
      isRevoked: false,
    };
  }

  async #openPool(): Promise<void> {
    if (this.#isClosed) throw new Error('the sandbox was closed');
    this.#pool.open(await ensureRuntime());
    this.#keepHouse();
  }

  #drain(extension: Extension): void {
    this.#draining.add(extension);
    this.#keepHouse();
    this.#finishDraining(extension);
  }

  #finishDraining(extension: Extension): void {
    if (extension.running > 0 || extension.queue.length > 0) return;
    this.#draining.delete(extension);
    for (const cell of [...extension.cells.values()]) this.#desk.closeCell(cell);
    if (extension.runner?.role === 'dedicated' && extension.runner.isAlive)
      extension.runner.kill('idle');
    extension.runner = undefined;
  }

  #keepHouse(): void {
    this.#housekeeping ??= setInterval(() => {
      for (const extension of this.#draining) this.#finishDraining(extension);
      this.#pool.reap(performance.now());
    }, HOUSEKEEPING_MS).unref();
  }

  #rssCapOf(runner: RunnerProcess): number {
    if (this.#options.rssCapBytes !== undefined) return this.#options.rssCapBytes;
    let heap = 0;
    for (const cell of runner.cells.values()) heap += cell.extension.limits.heapBytes;
    return Math.max(512 * MEGABYTE, 384 * MEGABYTE + heap);
  }

  #emit(event: SandboxEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch (error) {
      this.#options.logger.warn({ error }, 'a listener of sandbox events threw');
    }
  }
}
