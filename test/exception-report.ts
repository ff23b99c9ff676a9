import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Where the exceptions go, as JSON. */
export const EXCEPTION_FILE = 'MORTISE_EXCEPTION_FILE';

/** The tests that did not simply pass or fail. */
export interface Exceptions {
  /** Passed only when they were run again. */
  readonly retried: readonly string[];
  /** Not run, each with its reason. */
  readonly skipped: readonly string[];
}

/** A vitest reporter that writes down which tests needed a retry and which were not run, and why. */
export default class ExceptionReport implements Reporter {
  readonly #retried: string[] = [];
  readonly #skipped: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    const retries = test.diagnostic()?.retryCount ?? 0;
    if (retries > 0 && result.state === 'passed') this.#retried.push(`${name} (${retries})`);
    if (result.state !== 'skipped') return;
    this.#skipped.push(`${name}: ${result.note ?? reasonBefore(test)}`);
  }

  onTestRunEnd(): void {
    const file = process.env[EXCEPTION_FILE];
    const exceptions: Exceptions = { retried: this.#retried, skipped: this.#skipped };
    if (file !== undefined) writeFileSync(file, JSON.stringify(exceptions));
  }
}

/** What is skipped as a whole says why in its name; vitest skips what stands behind a hook that failed, too. */
function reasonBefore({ parent, fullName }: TestCase): string {
  const [, stated = 'without a reason'] = /; skipped here: (.+?) > /.exec(fullName) ?? [];
  return parent.errors().length > 0 ? 'what prepares it failed' : stated;
}
