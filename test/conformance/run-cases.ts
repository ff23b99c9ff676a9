import { inspect } from 'node:util';
import type { CaseForm, Mismatch } from './case-form.ts';
import type { ConformanceCase } from './conformance-case.ts';
import { CASE_FORMS } from './forms/case-forms.ts';
import { readCases } from './read-cases.ts';

export interface ConformanceReport {
  readonly passed: number;
  readonly failed: number;
  /** One text per failure, for a person to read. */
  readonly failures: readonly string[];
}

/** Runs every case of a folder. What cannot be read or recognised has failed; nothing is skipped. */
export async function runCases(
  folder: string,
  forms: readonly CaseForm[] = CASE_FORMS,
): Promise<ConformanceReport> {
  const { cases, unreadable } = await readCases(folder);
  const failures = unreadable.map(({ file, reason }) => `${file}: cannot be read: ${reason}`);
  let passed = 0;
  for (const testCase of cases) {
    const mismatches = await runCase(testCase, forms);
    if (mismatches.length === 0) passed += 1;
    else failures.push(describeFailure(testCase, mismatches));
  }
  return { passed, failed: failures.length, failures };
}

async function runCase(
  testCase: ConformanceCase,
  forms: readonly CaseForm[],
): Promise<readonly Mismatch[]> {
  const form = forms.find((each) => each.accepts(testCase));
  if (form === undefined) {
    return [
      { what: 'form', expected: testCase.expect, actual: 'no form knows a case of this shape' },
    ];
  }
  try {
    return await form.run(testCase);
  } catch (error) {
    return [{ what: `form ${form.name}`, expected: testCase.expect, actual: error }];
  }
}

/** One line: a folder of cases is read by searching for an id. */
function describeFailure(testCase: ConformanceCase, mismatches: readonly Mismatch[]): string {
  const parts = mismatches.map(
    ({ what, expected, actual }) => `${what}: expected ${show(expected)}, actual ${show(actual)}`,
  );
  return `FAILED ${testCase.id} (${testCase.file}) ${testCase.title} | ${parts.join(' | ')}`;
}

function show(value: unknown): string {
  const shown = value instanceof Error ? value.message : value;
  const options = { depth: 8, compact: true, breakLength: Number.POSITIVE_INFINITY };
  return inspect(shown, options).replaceAll(/\s*\n\s*/g, ' ');
}
