import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Where the names of retried tests go, as a JSON list. */
export const RETRY_FILE = 'MORTISE_RETRY_FILE';

/** A vitest reporter that writes down which tests passed only when they were run again. */
export default class RetryReport implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const retries = test.diagnostic()?.retryCount ?? 0;
    if (retries === 0 || test.result().state !== 'passed') return;
    this.#retried.push(`${test.module.relativeModuleId} > ${test.fullName} (${retries})`);
  }

  onTestRunEnd(): void {
    const file = process.env[RETRY_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#retried));
  }
}
