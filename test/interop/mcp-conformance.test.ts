import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';

const SCRIPT = join(import.meta.dirname, 'mcp-conformance.ts');

describe('the official MCP conformance suite', () => {
  it('passes for both revisions, with its tools in the sandbox, but for the baseline', {
    timeout: 180_000,
  }, () => {
    expectPassed(SCRIPT);
  });

  it('passes for mounted servers of both revisions, but for the baseline', {
    timeout: 420_000,
  }, ({ skip }) => {
    skip(!isFullRun(), 'it takes minutes: `pnpm test:full` runs it');
    expectPassed(SCRIPT, '--client');
  });
});

function expectPassed(...words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    ...{ encoding: 'utf8', timeout: 400_000, killSignal: 'SIGKILL' },
  });
  // The suite's scenarios write to stderr without end; the verdict is the last line of stdout.
  const verdict = stdout.trimEnd().split('\n').at(-1);
  expect({ status, verdict }, `${stdout.slice(-2_000)}${stderr.slice(-2_000)}`).toEqual({
    status: 0,
    verdict: 'MCP conformance: passed',
  });
}
