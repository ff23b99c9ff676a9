import { performance } from 'node:perf_hooks';

/** A call this soon after an answer goes on with something. */
const CLOSE_MS = 0.2;
/** The host stays awake no longer, and not for the next call after an answer that took longer. */
const SPIN_MS = 0.5;
/** Calls that must have followed closely before the host stays awake for the next. */
const CLOSE_CALLS = 3;
/**
 * After so many answers that did not come in time, each of which counts less with every one that
 * does, the host sleeps for some calls: cores may be scarce, and a host that is awake then keeps its
 * runner from answering. The machine may also have been busy for a moment, so the first pause is
 * short; each is twice as long as the one before until answers come in time for a while.
 */
const LATE_ANSWERS = 3;
const FORGIVEN = 1 / 32;
const FIRST_PAUSE_CALLS = 8;
const LAST_PAUSE_CALLS = 1_024;
const FORGIVING_ANSWERS = 64;
/** With more in flight, or more answers at once, one waking serves many of them. */
const MAX_IN_FLIGHT = 4;
const CROWD_PAUSE_CALLS = 64;

/** A runner, as far as waiting for its answers goes. */
export interface AwaitedRunner {
  /** Calls that it has not answered. */
  readonly callCount: number;
}

/**
 * Putting a process to sleep and waking it up again costs more than a quick call (measured: half of
 * the CPU and two thirds of the time). While calls to one runner follow each other closely, host
 * and runner therefore spin for each other's next word for a moment before they sleep.
 */
export class SpinWait {
  #runner: AwaitedRunner | undefined;
  #closeCalls = 0;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #lateAnswers = 0;
  #timelyAnswers = 0;
  #answersInRow = 0;
  #pauseCalls = FIRST_PAUSE_CALLS;
  #until = 0;
  #isTurning = false;

  /** To be asked for every call; answers whether its runner should spin for the next one. */
  expectAnswer(runner: AwaitedRunner, now: number): boolean {
    const isClose =
      runner === this.#runner &&
      now - this.#answeredAt < CLOSE_MS &&
      runner.callCount <= MAX_IN_FLIGHT;
    this.#runner = runner;
    this.#answersInRow = 0;
    // After one gap the next close call goes on as before: host or runner may only have been held up.
    this.#closeCalls = isClose ? this.#closeCalls + 1 : Math.min(this.#closeCalls, CLOSE_CALLS - 1);
    if (this.#closeCalls < CLOSE_CALLS) return false;
    this.#until = now + SPIN_MS;
    if (!this.#isTurning) setImmediate(this.#turn);
    this.#isTurning = true;
    return true;
  }

  /** To be told of every answer. */
  noteAnswer(runner: AwaitedRunner, now: number, startedAt: number): void {
    if (runner !== this.#runner) return;
    this.#answeredAt = now;
    this.#answersInRow += 1;
    if (this.#answersInRow > MAX_IN_FLIGHT) {
      this.#closeCalls = Math.min(this.#closeCalls, -CROWD_PAUSE_CALLS);
    }
    const wasAwaited = this.#closeCalls >= CLOSE_CALLS;
    if (!wasAwaited) return;
    if (now - startedAt > SPIN_MS) this.#noteLate();
    else this.#noteTimely();
  }

  #noteLate(): void {
    this.#timelyAnswers = 0;
    this.#lateAnswers += 1;
    if (this.#lateAnswers < LATE_ANSWERS) return;
    this.#lateAnswers = 0;
    this.#closeCalls = -this.#pauseCalls;
    this.#pauseCalls = Math.min(LAST_PAUSE_CALLS, this.#pauseCalls * 2);
  }

  #noteTimely(): void {
    this.#lateAnswers = Math.max(0, this.#lateAnswers - FORGIVEN);
    this.#timelyAnswers += 1;
    if (this.#timelyAnswers >= FORGIVING_ANSWERS) this.#pauseCalls = FIRST_PAUSE_CALLS;
  }

  /** The event loop does not sleep while it has an immediate to run, and still serves everything else. */
  readonly #turn = (): void => {
    const isDue = (this.#runner?.callCount ?? 0) > 0 && performance.now() < this.#until;
    if (isDue) setImmediate(this.#turn);
    this.#isTurning = isDue;
  };
}
