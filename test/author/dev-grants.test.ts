import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasTerminal, Terminal } from './terminal.ts';

const MORTISE = join(import.meta.dirname, '../../packages/cli/bin/mortise.js');
const FILES = {
  'mortise.json': JSON.stringify({
    ...{ id: 'weather', version: '0.1.0', entry: 'index.js' },
    capabilities: { network: { allowedHosts: ['api.example.com'], reason: 'forecasts' } },
  }),
  'index.js': `export default (api) => api.registerTool({ name: 'get_forecast', description: 'Tells it.',
  parameters: { type: 'object' }, execute: () => ({ content: [] }) });`,
};

describe('mortise dev in a folder that is new to it (F-1)', () => {
  it('says what the extension asks for, and why, before it asks what to grant', async ({
    skip,
  }) => {
    skip(!hasTerminal(), 'this machine has no tmux');
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-dev-')));
    try {
      for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
      const command = `exec '${process.execPath}' '${MORTISE}' dev`;
      const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm', LANG: 'C.UTF-8' };
      await using terminal = await Terminal.open({ cwd: folder, env, command });
      const screen = await terminal.until(/all of it/);
      expect(screen).toMatch(
        /asks for {2}network +"host api\.example\.com".*because "forecasts"[\s\S]*grant\?/,
      );
      expect(screen).not.toContain('install it');
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
