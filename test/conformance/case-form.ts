import type { ConformanceCase } from './conformance-case.ts';

/** One way in which cases are written, recognised by what they contain. */
export interface CaseForm {
  readonly name: string;
  accepts(testCase: ConformanceCase): boolean;
  /** What differs; nothing if the case passes. */
  run(testCase: ConformanceCase): Promise<readonly Mismatch[]> | readonly Mismatch[];
}

export interface Mismatch {
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}
