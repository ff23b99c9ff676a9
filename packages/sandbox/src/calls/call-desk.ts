import { performance } from 'node:perf_hooks';
import type {
  FailureCode,
  Logger,
  RunPorts,
  RunReply,
  RunRequest,
  RunUsage,
} from '@mortise/contracts';
import type { Extension } from '../extensions/extension.ts';
import { isBusyWith } from '../supervisor/busy-reading.ts';
import { Lookout } from '../supervisor/lookout.ts';
import type { RunnerPool } from '../supervisor/runner-pool.ts';
import type { RunnerProcess } from '../supervisor/runner-process.ts';
import { FRAME_END, frame, TO_RUNNER } from '../wire/frame.ts';
import { SeqTable } from '../wire/seq-table.ts';
import { refuseBlocked } from './admit-call.ts';
import { writeArguments } from './call-arguments.ts';
import { CallFactsWriter } from './call-facts.ts';
import type { Cell } from './cell-handle.ts';
import { cellSpec } from './cell-spec.ts';
import { failed, refused } from './end-flight.ts';
import type { Flight } from './flight.ts';
import { scopeKey } from './scope-key.ts';

/** How long a runner has to let go of a call that the host has ended. */
const GRACE_MS = 300;
const MAX_QUEUED = 100_000;
/** Isolates in one runner. */
const MAX_CELLS = 64;
/** For calls that certainly had not begun. */
export const MAX_RETRIES = 3;

export interface CallDeskParts {
  readonly pool: RunnerPool;
  readonly logger: Logger;
}

/** Takes calls, sends them to isolates and settles each exactly once. */
export class CallDesk {
  readonly #parts: CallDeskParts;
  readonly #flights = new SeqTable<Flight>();
  readonly #facts = new CallFactsWriter();
  readonly #lookout = new Lookout();
  #lastSeq = 0;
  #lastCell = 0;

  constructor(parts: CallDeskParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#flights.size;
  }

  get flights(): readonly Flight[] {
    return this.#flights.values();
  }

  run(extension: Extension, request: RunRequest, ports: RunPorts): Promise<RunReply> {
    const args = writeArguments(request, extension);
    if (typeof args !== 'string') return Promise.resolve(args.reply);
    const text = `${this.#facts.write(request)}\t${args}`;
    if (extension.queue.size >= MAX_QUEUED) {
      return Promise.resolve(
        refused('extension_unavailable', 'Too many calls wait for this extension.'),
      );
    }
    return new Promise((resolve) => {
      const now = performance.now();
      const flight = this.#createFlight({ extension, request, ports, text, resolve }, now);
      this.#flights.add(flight);
      if (extension.running >= extension.limits.concurrentCalls) extension.queue.add(flight);
      else this.#start(flight, now);
    });
  }

  /** Makes an isolate for an extension; frames for it may follow at once. */
  openCell(parts: Pick<Cell, 'runner' | 'extension' | 'scopeKey' | 'load'>): Cell {
    this.#makeRoom(parts.runner);
    this.#lastCell += 1;
    const cell: Cell = {
      id: this.#lastCell,
      isOpen: false,
      running: 0,
      idleSince: performance.now(),
      ...parts,
    };
    parts.runner.cells.set(cell.id, cell);
    parts.runner.send(frame(TO_RUNNER.open, cell.id, JSON.stringify(cellSpec(parts.extension))));
    return cell;
  }

  /** Callers with a scope of their own may be many: the isolate that rested longest goes first. */
  #makeRoom(runner: RunnerProcess): void {
    if (runner.cells.size < MAX_CELLS) return;
    let oldest: Cell | undefined;
    for (const cell of runner.cells.values()) {
      if (cell.running > 0 || cell.load !== undefined) continue;
      if (oldest === undefined || cell.idleSince < oldest.idleSince) oldest = cell;
    }
    if (oldest !== undefined) this.closeCell(oldest);
  }

  closeCell(cell: Cell): void {
    if (!cell.runner.cells.delete(cell.id)) return;
    if (cell.extension.cells.get(cell.scopeKey) === cell)
      cell.extension.cells.delete(cell.scopeKey);
    cell.runner.send(frame(TO_RUNNER.close, cell.id));
  }

  /** The one way out: whoever calls it first decides, the others find nothing. */
  settle(flight: Flight, reply: RunReply): void {
    if (!this.#flights.delete(flight.seq)) return;
    const extension = flight.extension;
    extension.finished += 1;
    flight.abort?.abort();
    if (flight.cell === undefined) extension.queue.delete(flight);
    else this.#leave(flight, flight.cell);
    flight.resolve(reply);
    this.#next(extension);
  }

  /** Ends a call from the host's side; the runner gets a moment to say what the call has cost. */
  end(flight: Flight, code: FailureCode, message: string): void {
    if (flight.ending !== undefined) return;
    const cell = flight.cell;
    if (cell === undefined) {
      const isAbort = code === 'aborted';
      this.settle(
        flight,
        isAbort ? refused('aborted_before_start', '') : failed(code, message, undefined, 'none'),
      );
      return;
    }
    flight.ending = { code, message, killAt: performance.now() + GRACE_MS };
    cell.runner.send(frame(TO_RUNNER.cancel, flight.seq, cell.id));
  }

  /** An isolate is there: the time that its calls waited for it was not theirs. */
  startClocks(cell: Cell): void {
    if (cell.isOpen) return;
    cell.isOpen = true;
    const now = performance.now();
    for (const flight of cell.runner.flights.values()) {
      if (flight.cell === cell) flight.deadline = Math.max(flight.deadline, now + flight.allowedMs);
    }
  }

  /** A call whose isolate went before it began is sent to the next one; false if that does not help. */
  retryUnreached(flight: Flight): boolean {
    const isOver = flight.ending !== undefined || refuseBlocked(flight.extension) !== undefined;
    if (isOver || flight.retries >= MAX_RETRIES) return false;
    this.retry(flight);
    return true;
  }

  /** Sends a call again that was lost with its runner. Only for calls that have not run or may run twice. */
  retry(flight: Flight): void {
    flight.retries += 1;
    if (flight.cell !== undefined) this.#leave(flight, flight.cell);
    flight.cell = undefined;
    this.#renumber(flight);
    this.#dispatch(flight, performance.now());
  }

  /** What is known of a call's cost when its runner cannot say. */
  usageOf(flight: Flight): RunUsage {
    const runner = flight.cell?.runner;
    const busy = runner?.busy;
    return {
      cpuMs: busy !== undefined && isBusyWith(busy, flight) ? busy.cpuMs : 0,
      wallMs: performance.now() - flight.startedAt,
      heapBytes: runner?.rssBytes ?? 0,
      bytesIn: flight.bytesIn,
      bytesOut: 0,
      hostCalls: flight.hostCalls,
    };
  }

  #createFlight(
    parts: Pick<Flight, 'extension' | 'request' | 'ports' | 'text' | 'resolve'>,
    startedAt: number,
  ): Flight {
    const { extension, request, ports, text, resolve } = parts;
    const allowedMs = allowedTime(request, extension);
    this.#lastSeq += 1;
    return {
      seq: this.#lastSeq,
      extension,
      request,
      ports,
      text,
      bytesIn: Buffer.byteLength(text),
      resolve,
      startedAt,
      allowedMs,
      deadline: Number.POSITIVE_INFINITY,
      cell: undefined,
      ending: undefined,
      hostCalls: 0,
      pendingHostCalls: 0,
      refused: undefined,
      abort: undefined,
      logLines: 0,
      retries: 0,
    };
  }

  /** Its turn has come: its time begins. */
  #start(flight: Flight, now: number): void {
    flight.startedAt = now;
    flight.deadline = now + flight.allowedMs;
    try {
      flight.ports.onStarted?.();
    } catch (error) {
      this.#parts.logger.warn({ error }, 'a listener for the start of a call threw');
    }
    this.#dispatch(flight, now);
  }

  #renumber(flight: Flight): void {
    this.#flights.delete(flight.seq);
    this.#lastSeq += 1;
    flight.seq = this.#lastSeq;
    this.#flights.add(flight);
  }

  #dispatch(flight: Flight, now: number): void {
    const { extension, request } = flight;
    const cell = this.#tryCellFor(extension, scopeKey(request.caller));
    if (cell === undefined) {
      this.settle(flight, refused('extension_unavailable', 'No isolate could be made for it.'));
      return;
    }
    const runner = cell.runner;
    flight.cell = cell;
    cell.running += 1;
    extension.running += 1;
    runner.flights.add(flight);
    const left = cell.isOpen ? Math.max(1, Math.ceil(flight.deadline - now)) : flight.allowedMs;
    const mustLookOut = this.#lookout.expectAnswer(runner, now);
    runner.send(
      `call\t${cell.id}\t${left}\t${mustLookOut ? 1 : 0}\t${flight.seq}\t${request.toolName}\t${request.mode}\t${flight.text}${FRAME_END}`,
    );
    // The runner is awake: what is left to do here can be done while it works.
    if (mustLookOut) runner.flush();
  }

  #tryCellFor(extension: Extension, key: string): Cell | undefined {
    try {
      return this.#cellFor(extension, key);
    } catch (error) {
      this.#parts.logger.error({ error, extensionId: extension.id }, 'no isolate could be made');
      return undefined;
    }
  }

  #cellFor(extension: Extension, key: string): Cell {
    const known = extension.cells.get(key);
    if (known?.runner.isServing) return known;
    const runner = this.#parts.pool.runnerFor(extension);
    const cell = this.openCell({ runner, extension, scopeKey: key });
    extension.cells.set(key, cell);
    return cell;
  }

  #leave(flight: Flight, cell: Cell): void {
    const runner: RunnerProcess = cell.runner;
    if (!runner.flights.delete(flight.seq)) return;
    cell.running -= 1;
    flight.extension.running -= 1;
    const now = performance.now();
    this.#lookout.noteAnswer(runner, now, flight.startedAt);
    if (cell.running === 0) cell.idleSince = now;
    if (runner.flights.size === 0) runner.idleSince = now;
  }

  /** Gives out turns, in one loop: whoever is settled in it must not begin another. */
  #next(extension: Extension): void {
    if (extension.isAdvancing || extension.queue.size === 0) return;
    extension.isAdvancing = true;
    try {
      this.#giveTurns(extension);
    } finally {
      extension.isAdvancing = false;
    }
  }

  #giveTurns(extension: Extension): void {
    for (const flight of extension.queue) {
      if (extension.running >= extension.limits.concurrentCalls) break;
      extension.queue.delete(flight);
      const refusal = flight.ports.signal.aborted
        ? refused('aborted_before_start', '')
        : refuseBlocked(extension);
      if (refusal !== undefined) this.settle(flight, refusal);
      else {
        this.#renumber(flight);
        this.#start(flight, performance.now());
      }
    }
  }
}

function allowedTime(request: RunRequest, extension: Extension): number {
  const asked = request.timeoutMs > 0 ? request.timeoutMs : extension.limits.callMs;
  return Math.ceil(Math.min(asked, extension.limits.callMs));
}
