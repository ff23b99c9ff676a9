import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MORTISE = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'mortise.js');
const CLIENT = { name: 'test', version: '1.0.0' };
const folder = mkdtempSync(join(tmpdir(), 'mortise-leaving-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Waits as long as it is told, by the clock of the guest. */
const NAPPING = `export default (api) => api.registerTool({
  name: 'nap', description: 'Naps',
  parameters: { type: 'object', properties: { ms: { type: 'number' } } },
  execute: async (id, { ms }) => {
    await new Promise((done) => setTimeout(done, ms));
    return { content: [{ type: 'text', text: 'napped' }] };
  },
});`;

beforeAll(() => {
  mkdirSync(join(folder, 'napping'));
  const manifest = { id: 'napping', version: '1.0.0', entry: 'index.js' };
  writeFileSync(join(folder, 'napping', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'napping', 'index.js'), NAPPING);
  const config = { agents: { main: {} }, extensions: [{ source: './napping' }] };
  writeFileSync(join(folder, 'mortise.config.json'), JSON.stringify(config));
});

/** A client that has begun. */
function start() {
  const child = spawn(process.execPath, [MORTISE, 'mcp'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const write = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT };
  write({ id: 1, method: 'initialize', params });
  const nap = (id: number, ms: number) =>
    write({ id, method: 'tools/call', params: { name: 'nap', arguments: { ms } } });
  return {
    child,
    nap,
    lines: createInterface({ input: child.stdout }),
    ended: once(child, 'exit'),
  };
}

describe('mortise mcp that is told to end', () => {
  it('ends although its client keeps the input open', async () => {
    const { child, lines, ended } = start();
    await once(lines, 'line');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('ends at once, and not after the drain time, if its client has ended the input, too', async () => {
    const { child, nap, lines, ended } = start();
    await once(lines, 'line');
    nap(2, 25_000);
    child.stdin.end();
    await pause(500);
    expect(child.exitCode).toBe(null);
    const told = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - told).toBeLessThan(8_000);
  });
});

describe('mortise mcp whose input has ended (E-14)', () => {
  it('answers what was asked before, and ends', async () => {
    const { child, nap, lines, ended } = start();
    nap(2, 700);
    child.stdin.end();
    const answers: unknown[] = [];
    for await (const line of lines) answers.push(JSON.parse(line));
    const content = [{ type: 'text', text: 'napped' }];
    expect(answers).toMatchObject([{ id: 1 }, { id: 2, result: { content } }]);
    expect(await ended).toEqual([0, null]);
  });
});
