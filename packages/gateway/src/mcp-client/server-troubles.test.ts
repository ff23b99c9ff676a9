import type { McpServerConfig } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { serverTroubles } from './server-troubles.ts';

const config = {
  ...{ name: 'files', path: 'mcpServers.files', command: 'node' },
} as unknown as McpServerConfig;

describe('what an operator reads of a server (S-8)', () => {
  it('names the jail that is required and missing as the next step, not the command', () => {
    const reason =
      'node was not started: it needs a jail, and there is none: these are missing: files (no Landlock).';
    const condition = {
      config,
      status: 'failed',
      reason,
      triedMs: 0,
      isHostClosed: false,
    } as const;
    const [trouble] = serverTroubles(condition);
    expect(trouble).toMatchObject({ code: 'mcp_server_failed', severity: 'error' });
    expect(trouble?.message).toContain('files (no Landlock)');
    expect(trouble?.hint).toContain('sandbox.jail: preferred');
  });
});
