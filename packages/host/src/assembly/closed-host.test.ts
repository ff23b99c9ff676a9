import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';
import type { SessionHandle } from './session-handle.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-closed-'));
const source = `export default (api) => api.registerTool({ name: 'late', description: 't',
  parameters: { type: 'object' }, execute: async () => ({ content: [] }) });`;
const tool = { name: 'echo', description: 'e', schema: { type: 'object' } } as const;
const CLOSED = expect.objectContaining({ code: 'host_closed' });

let host: Host;
let session: SessionHandle;
beforeAll(async () => {
  const config = { agents: { main: {} } };
  const echo = { ...tool, execute: () => ({ ok: true, value: '' }) as const };
  host = await createHost({ config, tools: [echo], lockFile: join(folder, 'mortise.lock') });
  session = host.agent('main').session('s');
  await session.definitions();
  await host.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a host that was closed', () => {
  it('refuses a configuration and keeps the one it had', async () => {
    const before = host.config;
    expect(await host.reload({ agents: { other: {} } })).toMatchObject({
      status: 'refused',
      diagnostics: [{ code: 'host_closed' }],
    });
    expect(host.config).toBe(before);
    expect(host.agentIds).toEqual(['main']);
  });

  it.each([
    ['loads', () => host.extensions.load({ id: 'late', source })],
    ['reloads', () => host.extensions.reload({ id: 'late', source })],
    ['installs', () => host.extensions.install({ id: 'late', source }, {})],
    ['loads from a folder', () => host.extensions.load('./nowhere')],
    ['approves', () => host.extensions.approve('late')],
  ])('%s no extension', async (_what, move) => {
    expect(await move()).toMatchObject({ status: 'failed', failure: { code: 'host_closed' } });
    expect(host.extensions.list()).toEqual([]);
    expect(host.tools().map(({ name }) => name)).not.toContain('late');
  });

  it('unloads and uninstalls none', async () => {
    await expect(host.extensions.unload('late')).rejects.toEqual(CLOSED);
    await expect(host.extensions.uninstall('late')).rejects.toEqual(CLOSED);
    expect(() => readFileSync(join(folder, 'mortise.lock'))).toThrow(/ENOENT/);
  });

  it('opens no session, and those that are open begin and run nothing', async () => {
    expect(() => host.agent('main')).toThrow(CLOSED);
    await expect(session.beginRequest()).rejects.toEqual(CLOSED);
    expect(await session.execute([{ id: '1', name: 'echo', args: {} }])).toMatchObject([
      { status: 'refused', message: expect.stringMatching(/closed/) },
    ]);
  });

  it('takes no tools of MCP servers', () => {
    const runner = { run: async () => ({ status: 'ok', content: [] }) as const };
    const claimed = host.registerRunnerTools('far', [{ ...tool, name: 'mcp__far__echo' }], runner);
    expect(claimed.names).toEqual([]);
    expect(claimed.diagnostics).toEqual([CLOSED]);
    expect(host.isClosed).toBe(true);
  });

  it('refuses a reload that waited while it was closed', async () => {
    const closing = await createHost({ config: { agents: { main: {} } } });
    const first = closing.reload({ agents: { one: {} } });
    const second = closing.reload({ agents: { two: {} } });
    await closing.close();
    expect((await first).status).toMatch(/accepted|refused/);
    expect(await second).toMatchObject({ status: 'refused', diagnostics: [CLOSED] });
  });
});
