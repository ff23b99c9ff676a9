import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '@mortise/cli';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** A host in which four things do not work: each is named wherever an operator looks. */
const TROUBLES = [
  { what: 'an extension that throws', code: 'registration_failed', subject: 'thrower' },
  { what: 'an extension that is missing', code: 'package_unreadable', subject: './missing' },
  { what: 'a dead MCP server', code: 'mcp_server_failed', subject: 'github' },
  { what: 'a damaged state file', code: 'session_store_damaged', subject: 'sessions' },
] as const;

const CONFIG = `agents:
  main: {}
extensions:
  - ./thrower
  - ./missing
mcp_servers:
  github:
    command: ${process.execPath}
    args: ['-e', 'console.error("GITHUB_TOKEN is not set"); process.exit(1)']
`;

const folder = mkdtempSync(join(tmpdir(), 'mortise-troubled-'));
const stop = new AbortController();
const shown: string[] = [];
let serving: Promise<number>;
let served: { readonly url: string; readonly token: string };

async function run(...argv: readonly string[]) {
  const lines: string[] = [];
  const exit = await runCli(
    argv,
    world((text) => lines.push(text), new AbortController().signal),
  );
  return { exit, text: lines.join('\n') };
}

function world(write: (text: string) => unknown, signal: AbortSignal) {
  const terminal = { out: write, err: write, hasColour: false } as const;
  return { cwd: folder, env: {}, terminal, signal, onReload: () => () => undefined };
}

async function get(path: string, token?: string): Promise<string> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return (await fetch(`${served.url}${path}`, { headers })).text();
}

beforeAll(async () => {
  mkdirSync(join(folder, 'thrower'));
  mkdirSync(join(folder, '.mortise'), { mode: 0o700 });
  writeFileSync(join(folder, 'mortise.config.yaml'), CONFIG);
  writeFileSync(join(folder, 'thrower', 'mortise.json'), '{"id":"thrower","entry":"index.js"}');
  writeFileSync(join(folder, 'thrower', 'index.js'), 'export default () => { throw 1; };');
  writeFileSync(join(folder, '.mortise', 'state.db'), 'this is no database '.repeat(100));
  serving = runCli(
    ['serve', '--port', '0', '--log-level', 'silent'],
    world((text) => shown.push(text), stop.signal),
  );
  await vi.waitFor(() => expect(shown.join()).toContain('mortise serve'), { timeout: 30_000 });
  const url = /http:\S+/.exec(shown.join('\n'))?.[0] ?? '';
  served = { url, token: readFileSync(join(folder, '.mortise', 'token'), 'utf8').trim() };
}, 60_000);

afterAll(async () => {
  stop.abort();
  expect(await serving).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

describe('a host in which four things do not work (T-9)', () => {
  it('is degraded in /health, which tells strangers no more than how many', async () => {
    expect(JSON.parse(await get('/health'))).toEqual({
      ...{ status: 'degraded', errors: TROUBLES.length, warnings: 1 },
    });
  });

  it.each([
    { where: 'the banner of serve', text: async () => shown.join('\n') },
    { where: '/health with the token', text: () => get('/health', served.token) },
    { where: '/metrics', text: () => get('/metrics', served.token) },
    { where: '/api/diagnostics', text: () => get('/api/diagnostics', served.token) },
    { where: 'check', text: async () => (await run('check')).text },
    { where: 'doctor', text: async () => (await run('doctor')).text },
  ])('names each of them in $where', async ({ text }) => {
    const said = await text();
    for (const { code, subject } of TROUBLES) {
      expect(said).toContain(code);
      expect(said).toContain(subject);
    }
  });

  it('is asked by commands, which say so and exit with 5', async () => {
    const doctor = await run('doctor');
    expect(doctor).toMatchObject({ exit: 5, text: expect.stringContaining('asked pid') });
    expect(await run('check')).toMatchObject({ exit: 5 });
    expect(await run('tools', 'main')).toMatchObject({
      ...{ exit: 0, text: expect.stringContaining(`pid ${process.pid}`) },
    });
  });

  it('serves sessions again once the damaged file is gone', async () => {
    rmSync(join(folder, '.mortise', 'state.db'));
    await vi.waitFor(
      async () =>
        expect(await get('/metrics', served.token)).not.toContain('session_store_damaged'),
      { timeout: 10_000, interval: 200 },
    );
  });
});

describe('a configuration that is edited while a host runs (T-9)', () => {
  it('is not what runs until the host read it again, which commands that edit have it do', async () => {
    const path = join(folder, 'mortise.config.yaml');
    writeFileSync(path, `${CONFIG}# edited by hand\n`);
    expect(await get('/api/diagnostics', served.token)).toContain('config_changed');
    expect(await run('reload')).toMatchObject({ exit: 0 });
    expect(await get('/api/diagnostics', served.token)).not.toContain('config_changed');
    const denied = await run('deny', 'main', 'list_toolkits', '--force');
    expect(denied).toMatchObject({ exit: 0, text: expect.stringContaining('read it again') });
    expect(await get('/api/diagnostics', served.token)).not.toContain('config_changed');
    writeFileSync(path, 'agents: 7\n');
    expect(await run('reload')).toMatchObject({ exit: 3 });
    expect(await get('/api/diagnostics', served.token)).toContain('config_changed');
    writeFileSync(path, CONFIG);
  });
});

describe('a state folder that is deleted while a host runs (T-9)', () => {
  it('is seen, made again, and commands still find the host', async () => {
    rmSync(join(folder, '.mortise'), { recursive: true });
    expect(await get('/api/diagnostics', served.token)).toContain('state_file_replaced');
    const asked = async () => (await run('tools', 'main')).text;
    await vi.waitFor(async () => expect(await asked()).toContain(`pid ${process.pid}`), {
      timeout: 10_000,
      interval: 500,
    });
  });
});
