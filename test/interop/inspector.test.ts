import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, startGateway } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInteropHost } from './interop-host.ts';

const require = createRequire(import.meta.url);
const MANIFEST = require.resolve('@modelcontextprotocol/inspector/package.json');
const INSPECTOR = join(MANIFEST, '..', require(MANIFEST).bin['mcp-inspector']);
const STDIO_SERVER = join(import.meta.dirname, 'fixtures', 'stdio-server.ts');
const home = mkdtempSync(join(tmpdir(), 'mortise-inspector-'));

let host: Host;
let gateway: Gateway;

beforeAll(async () => {
  host = await createInteropHost();
  gateway = await startGateway(host, { token: 't'.repeat(43) });
});

afterAll(async () => {
  await gateway.close();
  await host.close();
  rmSync(home, { recursive: true, force: true });
});

interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Inspector's command line with a home of its own, so that nothing is read or left behind. */
function inspect(target: readonly string[], ...args: readonly string[]): Promise<Finished> {
  const env = { PATH: process.env['PATH'], HOME: home };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [INSPECTOR, '--cli', ...target, ...args],
      { env, timeout: 30_000 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
  });
}

const overHttp = () => [
  gateway.mcpUrl('main'),
  ...['--transport', 'http', '--header', `Authorization: Bearer ${gateway.token}`],
];
const overStdio = () => [process.execPath, '--no-node-snapshot', STDIO_SERVER, 'main'];

describe("MCP Inspector's command line", { timeout: 60_000 }, () => {
  it.each([
    { over: 'HTTP', target: overHttp },
    { over: 'stdio', target: overStdio },
  ])('lists our tools over $over and finds no fault in their schemas', async ({ target }) => {
    const { code, stdout, stderr } = await inspect(target(), '--method', 'tools/list', '--strict');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain('echo');
  });

  it('calls a tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'text=inspected'];
    const { code, stdout } = await inspect(overHttp(), ...call);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: 'text', text: 'inspected' }] });
  });

  it('fails without the token', async () => {
    const { code } = await inspect(
      [gateway.mcpUrl('main'), '--transport', 'http'],
      '--method',
      'tools/list',
    );
    expect(code).not.toBe(0);
  });
});
