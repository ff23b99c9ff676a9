import { performance } from 'node:perf_hooks';
import type { OpenFault } from '../wire/faults.ts';
import { type QuotedText, quote } from '../wire/frame-codec.ts';
import { type Entry, type GuestLoadParts, GuestSourceError } from './guest-engine.ts';
import type { RegistrationFrame } from './guest-requests.ts';
import type { IsolateParts } from './isolate-parts.ts';
import { LiveIsolate } from './live-isolate.ts';
import type { LoadEvents } from './load-events.ts';
import type { RunnerCall } from './runner-call.ts';
import { NO_CALLS } from './running-calls.ts';

/**
 * The load of one isolate: its module is evaluated, with what it awaits at its top, then it
 * registers; all of that within one limit of time.
 */
export class IsolateLoad implements LoadEvents {
  readonly deadline: number;
  readonly isolate: LiveIsolate;
  readonly #parts: IsolateParts;
  readonly #onOver: (early: readonly RunnerCall[]) => void;
  /** Calls that came before the registration was over: the host does not wait for it. */
  #early: RunnerCall[] = [];
  #isEvaluating = true;
  #timer: NodeJS.Timeout | undefined;

  /** `onOver` is told, once the isolate is open or gone, which calls have come meanwhile. */
  constructor(parts: IsolateParts, onOver: (early: readonly RunnerCall[]) => void) {
    this.#parts = parts;
    this.#onOver = onOver;
    this.deadline = performance.now() + parts.spec.limits.loadMs;
    this.isolate = new LiveIsolate(parts, this);
  }

  get isEvaluating(): boolean {
    return this.#isEvaluating;
  }

  get #isRunning(): boolean {
    return this.isolate.state === 'loading';
  }

  start(): void {
    const { spec, engine, heartbeat } = this.#parts;
    const { extensionId: id, source, config, limits, placesLogs } = spec;
    const boot = { id, config, seed: this.#parts.randomSeed(), limits, placesLogs };
    const fileName = `extension:///${id}.js`;
    const { marks, answerMemory: answers } = heartbeat;
    const askNow = this.isolate.askNow;
    const parts = { boot, marks, answers, askNow, source, fileName, timeoutMs: limits.loadMs };
    this.#parts.onEnter();
    try {
      engine.start(parts);
      if (spec.configSchema !== undefined) this.#checkConfig(spec.configSchema, parts);
      if (this.#isRunning) this.#enter(() => engine.evaluate(parts));
      this.#registerIfEvaluated();
      // A top-level `await` or a registration that waits: what it waits for is still to be asked for.
      if (this.#isRunning) this.isolate.enter('flush', [], NO_CALLS);
      if (this.#isRunning) this.#limit();
    } catch (error) {
      const isSource = error instanceof GuestSourceError;
      this.fail('source', quote(isSource ? error.message : 'the isolate could not be made'));
    }
  }

  /** Ends the isolate; nothing is said of the load. */
  close(): void {
    clearTimeout(this.#timer);
    this.isolate.close();
  }

  addEarly(calls: readonly RunnerCall[]): void {
    this.#early.push(...calls);
  }

  /** False if it is not one of those that came too early. */
  cancelEarly(seq: number): boolean {
    const index = this.#early.findIndex((call) => call.seq === seq);
    if (index >= 0) this.#early.splice(index, 1);
    return index >= 0;
  }

  onRegistration(frame: RegistrationFrame): void {
    const { registrationBytes } = this.#parts.spec.limits;
    if (frame.kind === 'unregistered') this.fail('threw', frame.message);
    else if (frame.registrations.length > registrationBytes)
      this.fail('too_large', quote('it registers too much'));
    else {
      clearTimeout(this.#timer);
      this.isolate.open();
      this.isolate.report.opened(frame.registrations);
      this.#tellOver();
    }
  }

  onTimer(): void {
    this.#registerIfEvaluated();
  }

  fail(fault: OpenFault, message: QuotedText): void {
    this.close();
    this.isolate.report.unopened(fault, message);
    this.#tellOver();
  }

  /** Under the clock of the load: a schema is the extension's, and a pattern in it may take for ever. */
  #checkConfig(schemaJson: string, parts: GuestLoadParts): void {
    const entry = this.#timed(() => this.#parts.engine.checkConfig(schemaJson, parts));
    if (entry.kind !== 'returned') this.isolate.after(entry, 'deadline', NO_CALLS);
    else if (entry.text !== '') this.fail('config', quote(entry.text));
  }

  /** A module is evaluated when what it awaits at its top is there; then, once, it registers. */
  #registerIfEvaluated(): void {
    const { engine } = this.#parts;
    if (!this.#isRunning || !this.#isEvaluating || !engine.isEvaluated()) return;
    this.#isEvaluating = false;
    this.#enter(() => engine.register(this.isolate.timeLeft(NO_CALLS)));
  }

  /** Each step by itself: an entry inside of another would hide when the outer one ends. */
  #enter(step: () => Entry): void {
    this.isolate.after(this.#timed(step), 'deadline', NO_CALLS);
  }

  #timed(step: () => Entry): Entry {
    const { heartbeat, spec, id } = this.#parts;
    const patienceMs = spec.limits.loadMs;
    heartbeat.enter({ isolate: id, seq: 0, until: 0, patienceMs }, performance.now());
    try {
      return step();
    } finally {
      heartbeat.leave(performance.now());
    }
  }

  /** A registration that waits for something: nothing else would end it. */
  #limit(): void {
    this.#timer = setTimeout(
      () => this.fail('deadline', quote('it took too long to load')),
      this.isolate.timeLeft(NO_CALLS),
    );
  }

  #tellOver(): void {
    const early = this.#early;
    this.#early = [];
    if (early.length > 0) this.#onOver(early);
  }
}
