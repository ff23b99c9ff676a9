import type { Diagnostic } from '@mortise/contracts';

/** A check of many agents that gives way before each: who runs it decides when it goes on. */
export type SlowFindings = Generator<undefined, readonly Diagnostic[]>;

/** Runs a check to its end at once. */
export function allFindings(check: SlowFindings): readonly Diagnostic[] {
  for (;;) {
    const step = check.next();
    if (step.done === true) return step.value;
  }
}
