import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'mcp-conformance.ts');

describe('the official MCP conformance suite', () => {
  it('passes for both revisions, with its tools in the sandbox, but for the baseline', {
    timeout: 180_000,
  }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { encoding: 'utf8' });
    expect({ status, end: `${stdout}${stderr}`.slice(-2_000) }).toEqual({
      status: 0,
      end: expect.stringContaining('MCP conformance: passed'),
    });
  });
});
