import type { OutputFormat } from './output-format.ts';
import { cargoTestOutput } from './test-runners/cargo-test-output.ts';
import { goTestOutput } from './test-runners/go-test-output.ts';
import { jestOutput } from './test-runners/jest-output.ts';
import { nodeTestSpecOutput } from './test-runners/node-test-spec-output.ts';
import { nodeTestTapOutput } from './test-runners/node-test-tap-output.ts';
import { pytestOutput } from './test-runners/pytest-output.ts';
import { unittestOutput } from './test-runners/unittest-output.ts';
import { vitestOutput } from './test-runners/vitest-output.ts';

/**
 * What the known test runners print. Chosen by output, because `npm test` may run any of them;
 * each requires its own totals, so a crash, an empty run or another language matches none.
 */
export const TEST_RUN_FORMATS: readonly OutputFormat[] = [
  vitestOutput,
  jestOutput,
  nodeTestSpecOutput,
  nodeTestTapOutput,
  pytestOutput,
  unittestOutput,
  cargoTestOutput,
  goTestOutput,
];
