import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';

const MORTISE = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'mortise.js');
const CLIENT = { name: 'test', version: '1.0.0' };
const folder = mkdtempSync(join(tmpdir(), 'mortise-leaving-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('mortise mcp that is told to end', () => {
  it('ends although its client keeps the input open', async () => {
    writeFileSync(join(folder, 'mortise.config.json'), '{ "agents": { "main": {} } }');
    const child = spawn(process.execPath, [MORTISE, 'mcp'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT };
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    child.stdin.write(`${JSON.stringify(message)}\n`);
    await once(createInterface({ input: child.stdout }), 'line');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
