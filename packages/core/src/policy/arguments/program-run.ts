import type { ArgumentRule } from '@mortise/contracts';

/** A program that a tool is about to run. */
export interface ProgramRun {
  /** All that it is called by: as the guest says it, where it lies, and the last parts of both. */
  readonly names: ReadonlySet<string>;
  /** As the guest gives them. */
  readonly args: readonly string[];
}

/** Whether a rule is about this program, whatever its arguments. */
export function isAbout({ programs = [] }: ArgumentRule, { names }: ProgramRun): boolean {
  return programs.some((program) => program === '*' || names.has(program));
}
