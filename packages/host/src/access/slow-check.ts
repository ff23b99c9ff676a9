import type { Diagnostic, HostConfig, RegistrySnapshot } from '@mortise/contracts';
import type { SurfaceResolver } from '@mortise/core';
import { WorkSlices } from '../threads/work-slices.ts';
import { findSlowly } from './check-access.ts';

export interface SlowCheckParts {
  readonly resolver: SurfaceResolver;
  /** What is in force now: a check of something else is given up. */
  readonly current: () => CheckedInputs;
  readonly take: (inputs: CheckedInputs, found: readonly Diagnostic[]) => void;
}

export interface CheckedInputs {
  readonly config: HostConfig;
  readonly snapshot: RegistrySnapshot;
}

/** Agents times tools; so many are checked in a few ms. */
const MANY_PAIRS = 100_000;

/** Checks what is in force again after the registry changed, between the calls that a host serves. */
export class SlowCheck {
  readonly #parts: SlowCheckParts;
  #isRunning = false;

  constructor(parts: SlowCheckParts) {
    this.#parts = parts;
  }

  /** Whether a check at once would hold calls up. */
  static isLong({ config, snapshot }: CheckedInputs): boolean {
    return config.agents.length * snapshot.entries.length > MANY_PAIRS;
  }

  /** Begins one unless one runs. */
  begin(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const end = () => {
      this.#isRunning = false;
    };
    // One that failed is begun again with the next question.
    void this.#run().then(end, end);
  }

  async #run(): Promise<void> {
    const { current, resolver, take } = this.#parts;
    const slices = new WorkSlices();
    for (let inputs = current(); ; inputs = current()) {
      const check = findSlowly(inputs, resolver);
      let step = check.next();
      while (step.done !== true && isSame(inputs, current())) {
        await slices.next();
        step = check.next();
      }
      if (step.done === true && isSame(inputs, current())) return take(inputs, step.value);
    }
  }
}

function isSame(a: CheckedInputs, b: CheckedInputs): boolean {
  return a.config === b.config && a.snapshot === b.snapshot;
}
