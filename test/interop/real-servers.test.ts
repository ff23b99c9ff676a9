import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServerState } from '@mortise/contracts';
import { mountConfiguredServers } from '@mortise/gateway';
import { createHost } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Served, serve, type } from './served-host.ts';

/**
 * Ten servers from npm behind one `mortise serve`, started as their READMEs say. One takes seconds to start, one
 * lacks its key, one is killed a second after it has started, again and again.
 */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-real-')));
const data = join(root, 'data');
mkdirSync(data);
const folder = { config: root, state: join(root, 'state') };
const npx = (bin: string, ...args: string[]) => ({
  command: 'npx',
  args: ['--no-install', bin, ...args],
});
const shell = (line: string) => ({ command: 'sh', args: ['-c', line] });

const SERVERS = {
  everything: npx('mcp-server-everything'),
  files: { ...npx('mcp-server-filesystem', data), sandbox: { write: [data] } },
  memory: {
    ...npx('mcp-server-memory'),
    ...{ env: { MEMORY_FILE_PATH: join(data, 'memory.jsonl') }, sandbox: { write: [data] } },
  },
  github: npx('mcp-server-github'),
  time: npx('time-mcp'),
  chart: npx('mcp-server-chart'),
  curl: npx('server-curl'),
  slow: shell('sleep 6; exec npx --no-install mcp-server-sequential-thinking'),
  broken: npx('mcp-server-brave-search'),
  crashing: shell('exec timeout --foreground -s KILL 3 npx --no-install mcp-hello-world'),
};

let served: Served;

beforeAll(async () => {
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(root, 'node_modules'));
  const config = { agents: { main: {} }, mcp_servers: SERVERS };
  writeFileSync(join(root, 'mortise.config.json'), JSON.stringify(config));
  served = await serve(folder);
}, 60_000);

afterAll(async () => {
  served.child.kill('SIGTERM');
  await served.ended;
  rmSync(root, { recursive: true });
}, 60_000);

async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const asked = () =>
    fetch(`${served.url}${path}`, {
      headers: { Authorization: `Bearer ${served.token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  // A connection that was kept is over after a command that was waited for without a turn of the loop.
  const response = await asked().catch(asked);
  return (await response.json()) as Answer;
}

async function states(): Promise<ReadonlyMap<string, McpServerState>> {
  const { servers } = await ask<{ servers: readonly McpServerState[] }>('/api/mcp-servers');
  return new Map(servers.map((each) => [each.name, each]));
}

interface Result {
  readonly ok: boolean;
  readonly text?: string;
  readonly code?: string;
}

async function call(name: string, args: object): Promise<Result | undefined> {
  const calls = [{ id: '1', name, args }];
  const { results } = await ask<{ results: readonly Result[] }>('/api/agents/main/calls', {
    calls,
  });
  return results[0];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 100_000, interval: 300 });

describe('ten real servers, mounted at once (F-9)', () => {
  it('serves at once, whatever they do', async () => {
    expect([...(await states()).keys()]).toEqual(Object.keys(SERVERS).sort());
    expect(await call('mcp__slow__sequentialthinking', {})).toMatchObject({ ok: false });
  });

  it('has the right state for each, and doctor says so', async () => {
    await eventually(async () => {
      const now = await states();
      for (const name of [
        'everything',
        'files',
        'memory',
        'github',
        'time',
        'chart',
        'curl',
        'slow',
      ])
        expect([name, now.get(name)?.status]).toEqual([name, 'connected']);
      expect(now.get('broken')).toMatchObject({
        reason: expect.stringContaining('BRAVE_API_KEY environment variable is required'),
      });
      expect(now.get('crashing')?.restarts).toBeGreaterThan(1);
    });
    const [exit, said] = type(folder, 'doctor');
    expect(exit).toBe(5);
    expect(said).toMatch(/ok mcp everything +connected over stdio, \d+ tools/);
    expect(said).toMatch(/ok mcp slow +connected over stdio, 1 tool\b/);
    expect(said).toMatch(/XX broken .*BRAVE_API_KEY environment variable is required/);
    expect(said).toMatch(/mcp crashing/);
    expect(said).toMatch(/!! everything .*mcp_server_unpinned/);
  }, 120_000);

  it('has calls to the others unharmed, while one crashes and one never comes', async () => {
    const before = (await states()).get('crashing')?.restarts ?? 0;
    const tools = [
      () => call('mcp__everything__echo', { message: 'hi' }),
      () => call('mcp__files__list_directory', { path: data }),
      () => call('mcp__memory__read_graph', {}),
      () => call('mcp__time__current_time', {}),
      () =>
        call('mcp__slow__sequentialthinking', {
          ...{ thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        }),
    ];
    const results: (Result | undefined)[] = [];
    await eventually(async () => {
      results.push(...(await Promise.all(tools.map((each) => each()))));
      expect((await states()).get('crashing')?.restarts).toBeGreaterThan(before);
    });
    expect(results.length).toBeGreaterThanOrEqual(tools.length);
    expect(results.filter((each) => each?.ok !== true)).toEqual([]);
    const note = { path: join(data, 'note.txt'), content: 'a note' };
    expect(await call('mcp__files__write_file', note)).toMatchObject({ ok: true });
    const entities = [{ name: 'a', entityType: 'b', observations: ['c'] }];
    expect(await call('mcp__memory__create_entities', { entities })).toMatchObject({ ok: true });
    expect(readdirSync(data)).toEqual(['memory.jsonl', 'note.txt']);
  }, 120_000);

  it('speaks both forms of HTTP with a server that has one of them', async () => {
    const forms = { streamableHttp: '/mcp', sse: '/sse' };
    const config: Record<string, { url: string }> = {};
    const children = [];
    for (const [form, path] of Object.entries(forms)) {
      const port = await freePort();
      const args = [join(root, 'node_modules', '.bin', 'mcp-server-everything'), form];
      children.push(
        spawn('sh', args, { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' }),
      );
      config[form] = { url: `http://127.0.0.1:${port}${path}` };
    }
    const host = await createHost({ config: { agents: { main: {} }, mcp_servers: config } });
    await mountConfiguredServers(host, { firstPauseMs: 200 });
    await eventually(async () => {
      for (const form of Object.keys(forms)) {
        const calls = [{ id: '1', name: `mcp__${form}__echo`, args: { message: form } }];
        const [result] = await host.agent('main').session('s').execute(calls);
        expect(result).toMatchObject({ ok: true, text: expect.stringContaining(form) });
      }
    });
    await host.close();
    for (const child of children) child.kill('SIGKILL');
  }, 120_000);

  it('has each of them approved by a command, and pinned from then on', async () => {
    const [first, shown] = type(folder, 'mcp', 'approve', 'time');
    expect([first, shown]).toEqual([2, expect.stringMatching(/--hash sha256-[0-9a-f]{64}/)]);
    const [second, done] = type(folder, 'mcp', 'approve', 'time');
    expect([second, done]).toEqual([0, expect.stringContaining('approved: time')]);
    expect((await states()).get('time')?.pin.status).toBe('pinned');
    expect(type(folder, 'mcp', 'list')[1]).toMatch(/time +connected +stdio +\d+ tools +pinned/);
  }, 120_000);
});
