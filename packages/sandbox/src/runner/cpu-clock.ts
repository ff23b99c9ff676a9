/** What a thread clock reads; all of it is expensive beside a quick call. */
export interface CpuReadings {
  /** CPU time that entries into guests use, in µs. */
  readonly cpuMicros: () => number;
  /** Threads that want to run, per core. */
  readonly pressure: () => number;
}

/** Shorter stretches count as they are on the wall: a reading costs 3 µs. */
const SAMPLE_MS = 10;
const PRESSURE_MS = 1_000;
const MIN_SLACK = 1.25;
/** No more: the other extensions of the process wait as long. */
const MAX_SLACK = 4;
const MARGIN_MS = 100;

/**
 * Tells CPU time from wall time for entries into guests. isolated-vm does not: the `timeout` of an
 * entry and the `cpuTime` of an isolate are wall time (measured), and on a busy machine a guest may
 * get a small part of it.
 */
export class CpuClock {
  readonly #read: CpuReadings;
  #sampledAt = Number.NEGATIVE_INFINITY;
  #sample = 0;
  #pressureAt = Number.NEGATIVE_INFINITY;
  #slack = MIN_SLACK;

  constructor(read: CpuReadings) {
    this.#read = read;
  }

  /** CPU time of the whole process until now, in µs. */
  processMicros(): number {
    return this.#read.cpuMicros();
  }

  /** To be called before an entry that begins at `now`. */
  begin(now: number): void {
    if (now - this.#sampledAt < SAMPLE_MS) return;
    this.#sampledAt = now;
    this.#sample = this.#read.cpuMicros();
  }

  /** CPU µs of an entry that took `wallMs`; at most 10 ms more than it was. */
  used(wallMs: number): number {
    const micros = Math.round(wallMs * 1_000);
    if (wallMs < SAMPLE_MS) return micros;
    return Math.min(micros, this.#read.cpuMicros() - this.#sample);
  }

  /** After how much wall time an entry that runs all the while has surely used `cpuMs`. */
  patience(cpuMs: number, now: number): number {
    if (now - this.#pressureAt > PRESSURE_MS) {
      this.#pressureAt = now;
      this.#slack = Math.min(MAX_SLACK, Math.max(MIN_SLACK, this.#read.pressure()));
    }
    return cpuMs * this.#slack + MARGIN_MS;
  }
}
