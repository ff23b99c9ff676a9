import { performance } from 'node:perf_hooks';
import { COMPUTATION_CHARS, MOST_COMPUTATIONS } from '../../wire/computations.ts';
import { type ComputationResult, runComputation } from './run-computation.ts';

interface Job {
  readonly id: number;
  readonly name: string;
  /** Empty if there was too much of it. */
  readonly guestJson: string;
}

/** What came of one, and the CPU time of other threads that it took at most. */
export interface ComputedJob extends ComputationResult {
  readonly id: number;
  readonly micros: number;
}

export interface IsolateComputationsParts {
  readonly onComputed: (job: ComputedJob) => void;
  /** CPU time of the process in µs. */
  readonly cpuMicros: () => number;
}

/** What one guest has its runner compute: one after the other, on a thread beside the runner's own. */
export class IsolateComputations {
  readonly #parts: IsolateComputationsParts;
  #jobs: Job[] = [];
  #chars = 0;
  #isRunning = false;

  constructor(parts: IsolateComputationsParts) {
    this.#parts = parts;
  }

  /** Those that have not been answered. */
  get size(): number {
    return this.#jobs.length;
  }

  /** False if there are more than the prelude would ever ask for. */
  start(id: number, name: string, guestJson: string): boolean {
    if (this.#jobs.length >= MOST_COMPUTATIONS) return false;
    const isTooMuch = this.#chars + guestJson.length > COMPUTATION_CHARS;
    const kept = isTooMuch ? '' : guestJson;
    this.#chars += kept.length;
    this.#jobs.push({ id, name, guestJson: kept });
    if (!this.#isRunning) void this.#run();
    return true;
  }

  /** What runs goes on to its end, and is not told to anyone. */
  stopAll(): void {
    this.#jobs = [];
    this.#chars = 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let job = this.#jobs[0]; job !== undefined; job = this.#jobs[0]) {
      const start = performance.now();
      const before = this.#parts.cpuMicros();
      const result = await runComputation(job.name, job.guestJson);
      // Stopped meanwhile.
      if (this.#jobs[0] !== job) continue;
      this.#jobs.shift();
      this.#chars -= job.guestJson.length;
      const wall = (performance.now() - start) * 1_000;
      const micros = Math.round(Math.min(wall, this.#parts.cpuMicros() - before));
      this.#parts.onComputed({ id: job.id, ...result, micros });
    }
    this.#isRunning = false;
  }
}
