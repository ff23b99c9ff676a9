import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendRaw } from './raw-http.ts';
import { type Served, serve, type } from './served-host.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-reloading-'));
const folder = { config: join(root, 'config'), state: join(root, 'state') };
const configFile = join(folder.config, 'mortise.config.json');
const STDIO_SERVER = join(import.meta.dirname, 'fixtures', 'stdio-server.ts');

function write(id: string, answer: string): void {
  mkdirSync(join(folder.config, id), { recursive: true });
  const manifest = { id, version: '1.0.0', entry: 'index.js' };
  writeFileSync(join(folder.config, id, 'mortise.json'), JSON.stringify(manifest));
  const code = `export default (api) => api.registerTool({ name: 'tool_${id}', description: 't',
    parameters: { type: 'object' },
    execute: async () => ({ content: [{ type: 'text', text: '${answer}' }] }) });`;
  writeFileSync(join(folder.config, id, 'index.js'), code);
}

let served: Served;

async function ask(method: 'GET' | 'POST', path: string, body: object = {}) {
  const headers = {
    Authorization: `Bearer ${served.token}`,
    ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
  };
  const sent = method === 'POST' ? { body: JSON.stringify(body) } : {};
  const answer = await sendRaw(served.url, { method, path, headers, ...sent });
  return { status: answer.status, body: JSON.parse(answer.body) };
}

/** What the running host answers to a call: the text of the tool, or the code of a refusal. */
async function call(name: string): Promise<string> {
  const { body } = await ask('POST', '/api/agents/main/calls', {
    calls: [{ id: '1', name, args: {} }],
  });
  const [result] = body.results;
  return result.ok ? result.text : result.code;
}

const extension = async (id: string) => (await ask('GET', `/api/extensions/${id}`)).body;

async function waitingOf(id: string) {
  const { body } = await ask('GET', '/api/diagnostics');
  return body.diagnostics.find(
    (each: { code: string; subject: string }) =>
      each.code === 'update_waiting' && each.subject === id,
  );
}

beforeAll(async () => {
  for (const id of ['pinned', 'free', 'late']) write(id, `${id} 1`);
  const mcpServers = { notes: { command: process.execPath, args: [STDIO_SERVER] } };
  const text = JSON.stringify({ agents: { main: {} }, extensions: ['./free'], mcpServers });
  writeFileSync(configFile, text);
  expect(type(folder, 'add', './pinned', '--grant', 'none')[0]).toBe(0);
  served = await serve(folder);
}, 60_000);
afterAll(async () => {
  served.child.kill('SIGKILL');
  await served.ended;
  rmSync(root, { recursive: true, force: true });
});

describe('a host that serves while its extensions are edited (S-10)', () => {
  it('has an edited pinned folder wait at SIGHUP, says how to approve it, and takes it then', async () => {
    write('pinned', 'pinned 2');
    write('free', 'free 2');
    served.child.kill('SIGHUP');
    const found = await vi.waitFor(async () => {
      const waiting = await waitingOf('pinned');
      expect(waiting).toBeDefined();
      return waiting;
    }, 20_000);
    const { waitingHash } = await extension('pinned');
    expect(found.hint).toContain(`\`mortise approve pinned --hash ${waitingHash}\``);
    expect(await call('tool_pinned')).toBe('pinned 1');
    await vi.waitFor(async () => expect(await call('tool_free')).toBe('free 2'), 10_000);
    expect(served.said()).toContain(`mortise approve pinned --hash ${waitingHash}`);
    // What waits for a person is not well, though all works.
    expect(type(folder, 'doctor')[0]).toBe(5);
    expect(type(folder, 'doctor', '--errors-only')[0]).toBe(0);
    const [exit, said] = type(folder, 'approve', 'pinned', '--hash', waitingHash);
    expect([exit, said]).toEqual([0, expect.stringContaining('read it again')]);
    expect(await call('tool_pinned')).toBe('pinned 2');
    expect(await waitingOf('pinned')).toBeUndefined();
  }, 60_000);

  it('is told by `mortise update` to look again', async () => {
    write('free', 'free 3');
    write('pinned', 'pinned 3');
    const [exit, said] = type(folder, 'update');
    expect([exit, said]).toEqual([0, expect.stringMatching(/approve pinned --hash sha256-/)]);
    expect(await call('tool_free')).toBe('free 3');
    expect(await call('tool_pinned')).toBe('pinned 2');
    expect(await waitingOf('pinned')).toBeDefined();
    write('pinned', 'pinned 2');
  }, 60_000);
});

describe('the routes of extensions and MCP servers of a host that serves', () => {
  it.each([
    '/api/extensions',
    '/api/extensions/free/reload',
    '/api/extensions/free/disable',
    '/api/extensions/free/enable',
    '/api/mcp-servers/notes/reconnect',
  ])('answer 401 at %s without the token', async (path) => {
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      const sent = { 'Content-Type': 'application/json', ...headers };
      const request = { method: 'POST', path, headers: sent, body: '{}' };
      expect((await sendRaw(served.url, request)).status).toBe(401);
    }
    expect(await call('tool_free')).toBe('free 3');
  });

  it('load, reload and reconnect', async () => {
    const loaded = await ask('POST', '/api/extensions', { source: './late' });
    expect(loaded).toMatchObject({ status: 200, body: { id: 'late', status: 'loaded' } });
    expect(await call('tool_late')).toBe('late 1');
    write('free', 'free 4');
    const reloaded = await ask('POST', '/api/extensions/FREE/reload');
    expect(reloaded).toMatchObject({ status: 200, body: { id: 'free', status: 'loaded' } });
    expect(await call('tool_free')).toBe('free 4');
    await vi.waitFor(async () => {
      const { body } = await ask('GET', '/api/mcp-servers');
      expect(body.servers).toMatchObject([{ name: 'notes', status: 'connected' }]);
    }, 20_000);
    const again = await ask('POST', '/api/mcp-servers/notes/reconnect');
    expect(again).toMatchObject({ status: 200, body: { name: 'notes' } });
    expect((await ask('POST', '/api/mcp-servers/nope/reconnect')).status).toBe(404);
    expect((await ask('POST', '/api/extensions/nope/disable')).status).toBe(404);
  }, 30_000);

  it('switch off until the host ends what no file names, and say so', async () => {
    const off = await ask('POST', '/api/extensions/late/disable');
    expect(off.body).toMatchObject({ isKept: false, diagnostics: [{ code: 'switch_not_kept' }] });
    await ask('POST', '/api/reload');
    expect(await call('tool_late')).toBe('not_available');
    const explained = await ask('GET', '/api/agents/main/tools/tool_late');
    expect(explained.body.explanations).toMatchObject([
      {
        state: 'denied',
        steps: [{ rule: 'extension late is disabled until the host ends' }],
        remedies: ['Run `mortise enable late`.'],
      },
    ]);
    expect(type(folder, 'enable', 'late')).toEqual([0, expect.stringContaining('late is on')]);
    expect(await call('tool_late')).toBe('late 1');
  }, 30_000);

  it('switch off for good what the configuration names: a restart leaves it off', async () => {
    for (const id of ['pinned', 'free']) {
      const off = await ask('POST', `/api/extensions/${id}/disable`);
      expect(off).toMatchObject({ status: 200, body: { id, isKept: true, tools: [] } });
      expect(off.body.failure).toMatchObject({ code: 'extension_disabled' });
      expect(await call(`tool_${id}`)).toBe('not_available');
    }
    const { extensions } = JSON.parse(readFileSync(configFile, 'utf8'));
    expect(extensions).toEqual([
      { id: 'free', source: './free', enabled: false },
      { source: './pinned', enabled: false },
    ]);
    served.child.kill('SIGTERM');
    expect(await served.ended).toEqual([0, null]);
    served = await serve(folder, '--watch');
    expect(await call('tool_pinned')).toBe('not_available');
    const [exit, said] = type(folder, 'explain', 'main', 'tool_pinned');
    const place =
      /extension pinned is disabled[\s\S]*mortise\.config\.json:\d+[\s\S]*mortise enable pinned/;
    expect([exit, said]).toEqual([0, expect.stringMatching(place)]);
    const unread = type(folder, 'explain', 'main', 'tool_free');
    expect(unread).toEqual([2, expect.stringContaining('`mortise enable free`')]);
    const on = await ask('POST', '/api/extensions/pinned/enable');
    expect(on.body).toMatchObject({ isKept: true, status: 'loaded', tools: ['tool_pinned'] });
    expect(await call('tool_pinned')).toBe('pinned 2');
    const [typed, preview] = type(folder, 'enable', 'free');
    expect([typed, preview]).toEqual([0, expect.stringMatching(/main .*\+ tool_free/)]);
    expect(await call('tool_free')).toBe('free 4');
  }, 60_000);
});

describe('a host that serves with --watch', () => {
  it('takes an edited unpinned folder up and says that a pinned one waits', async () => {
    write('free', 'free 5');
    await vi.waitFor(async () => expect(await call('tool_free')).toBe('free 5'), 20_000);
    write('pinned', 'pinned 5');
    await vi.waitFor(async () => expect(await waitingOf('pinned')).toBeDefined(), 20_000);
    expect(await call('tool_pinned')).toBe('pinned 2');
    const { waitingHash } = await extension('pinned');
    const approve = `mortise approve pinned --hash ${waitingHash}`;
    await vi.waitFor(() => expect(served.said()).toContain(approve), 20_000);
    expect(type(folder, 'approve', 'pinned', '--hash', waitingHash)[0]).toBe(0);
    expect(await call('tool_pinned')).toBe('pinned 5');
  }, 60_000);
});
