import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServerConfig } from '@mortise/contracts';
import {
  type McpMount,
  type MountOptions,
  mountConfiguredServers,
  mountMcpServers,
  startGateway,
} from '@mortise/gateway';
import { createHost, type Host, MemorySecrets } from '@mortise/host';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createInteropHost } from './interop-host.ts';

const require = createRequire(import.meta.url);
const HOSTILE = join(import.meta.dirname, 'fixtures', 'hostile-server.mjs');
const folder = mkdtempSync(join(tmpdir(), 'mortise-mcp-'));
const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

interface Mounted {
  readonly host: Host;
  readonly mount: McpMount;
  readonly call: (name: string, args?: object, agent?: string) => Promise<unknown>;
  readonly names: (agent?: string) => Promise<readonly string[]>;
}

const AGENTS = {
  main: {},
  narrow: { tools: { allow: ['mcp__everything__echo', 'mcp__files__read_text_file'] } },
  others: { mcp_servers: ['nothing'] },
};

async function mountAll(
  servers: readonly McpServerConfig[],
  options: MountOptions = {},
  callMs = 3_000,
): Promise<Mounted> {
  const host = await createHost({ config: { agents: AGENTS }, limits: { callMs } });
  open.push(host);
  const mount = await mountMcpServers(host, servers, { firstPauseMs: 50, ...options });
  return {
    host,
    mount,
    names: async (agent = 'main') =>
      (await host.agent(agent).session('s').definitions()).map(({ name }) => name),
    call: async (name, args = {}, agent = 'main') =>
      (
        await host
          .agent(agent)
          .session('s')
          .execute([{ id: '1', name, args }])
      )[0],
  };
}

const server = (parts: Partial<McpServerConfig> & { name: string }): McpServerConfig => ({
  enabled: true,
  path: `mcp_servers.${parts.name}`,
  ...parts,
});

/** Without a jail, which other tests are about: each takes the time of another Node. */
const hostile = (mode: string, ...rest: string[]) =>
  server({
    ...{ name: 'evil', command: process.execPath, args: [HOSTILE, mode, ...rest] },
    sandbox: 'off',
  });

function reference(name: string, packageName: string, ...args: string[]): McpServerConfig {
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin } = require(manifest);
  const [entry] = Object.values<string>(bin);
  return server({
    name,
    command: process.execPath,
    args: [join(manifest, '..', entry ?? ''), ...args],
  });
}

describe('the reference servers, mounted under an allow list', () => {
  it('server-everything: lists under our names, runs what is allowed, refuses the rest', async () => {
    const everything = reference('everything', '@modelcontextprotocol/server-everything');
    const { call, names, mount } = await mountAll([everything]);
    expect(mount.servers()).toMatchObject([{ name: 'everything', status: 'connected' }]);
    expect(await names('narrow')).toEqual(['mcp__everything__echo']);
    expect((await names()).length).toBeGreaterThan(5);
    expect(await names('others')).toEqual([]);
    expect(await call('mcp__everything__echo', { message: 'hi' }, 'narrow')).toMatchObject({
      ok: true,
      text: expect.stringContaining('hi'),
    });
    expect(await call('mcp__everything__get-sum', { a: 1, b: 2 }, 'narrow')).toMatchObject({
      status: 'refused',
      code: 'not_available',
    });
    expect(await call('mcp__everything__get-sum', { a: 1, b: 2 })).toMatchObject({
      ok: true,
      text: expect.stringContaining('3'),
    });
    expect(await call('mcp__everything__get-tiny-image')).toMatchObject({
      ok: true,
      content: expect.arrayContaining([expect.objectContaining({ type: 'image' })]),
    });
  });

  it('server-filesystem: reads inside its root for who may', async () => {
    const root = join(folder, 'files');
    mkdirSync(root);
    writeFileSync(join(root, 'note.txt'), 'a note');
    const files = reference('files', '@modelcontextprotocol/server-filesystem', root);
    const { call, names } = await mountAll([files]);
    expect(await names('narrow')).toEqual(['mcp__files__read_text_file']);
    const path = join(root, 'note.txt');
    expect(await call('mcp__files__read_text_file', { path }, 'narrow')).toMatchObject({
      ok: true,
      text: 'a note',
    });
    expect(
      await call('mcp__files__read_text_file', { path: '/etc/passwd' }, 'narrow'),
    ).toMatchObject({ ok: false, status: 'failed', code: 'execution_failed' });
    expect(await call('mcp__files__write_file', { path, content: '' }, 'narrow')).toMatchObject({
      status: 'refused',
    });
  });

  it('another Mortise over HTTP: the stateless revision, with list changes', async () => {
    const behind = await createInteropHost();
    open.push(behind);
    const token = 't'.repeat(43);
    const gateway = await startGateway(behind, { token, mcpAuthentication: 'none' });
    open.push(gateway);
    const { call, names } = await mountAll([server({ name: 'far', url: gateway.mcpUrl('main') })]);
    expect(await call('mcp__far__echo', { text: 'over there' })).toMatchObject({
      text: 'over there',
    });
    expect(await call('mcp__far__add', { a: 1, b: 1 })).toMatchObject({ structured: { sum: 2 } });
    expect(await names()).not.toContain('mcp__far__late');
    await call('mcp__far__load_tools', { toolkit: 'extra' });
    await vi.waitFor(async () => expect(await names()).toContain('mcp__far__late'), {
      timeout: 5_000,
    });
  });
});

describe('a hostile MCP server', () => {
  it('gets only names that are names, and no two tools under one', async () => {
    const { names, mount } = await mountAll([hostile('names')]);
    expect(await names()).toEqual(['mcp__evil__dots_and_slashes', 'mcp__evil__fine']);
    expect(mount.servers()[0]?.diagnostics.map(({ code, subject }) => [code, subject])).toEqual([
      ['mcp_tool_refused', 'dots_and_slashes'],
      ['mcp_tool_refused', 'x'.repeat(80)],
      ['mcp_tool_refused', 'FINE'],
    ]);
  });

  it('cannot make the host read its schemas: a pattern without end costs nothing', async () => {
    const { names, call, mount } = await mountAll([hostile('schemas')]);
    expect(await names()).toEqual(['mcp__evil__fine', 'mcp__evil__talkative']);
    expect(mount.servers()[0]?.diagnostics.map(({ code }) => code)).toEqual([
      'schema_invalid',
      'schema_invalid',
    ]);
    const text = `${'a'.repeat(50)}!`;
    const started = performance.now();
    expect(await call('mcp__evil__fine', { text })).toMatchObject({
      ok: true,
      structured: { text },
    });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it.each([
    { tool: 'large', then: { status: 'failed', code: 'result_too_large' } },
    { tool: 'deep', then: { status: 'failed', code: 'result_invalid' } },
    { tool: 'abyss', then: { status: 'failed' } },
    { tool: 'error', then: { status: 'failed', code: 'execution_failed' } },
    { tool: 'never', then: { status: 'failed', code: 'timeout' } },
    { tool: 'junk', then: { status: 'failed', code: 'result_invalid' } },
    { tool: 'huge', then: { status: 'failed', code: 'execution_failed' } },
    { tool: 'quit', then: { status: 'failed', code: 'execution_failed' } },
  ])('answers with $tool and the call fails, bounded', async ({ tool, then }) => {
    const callMs = tool === 'never' ? 500 : 15_000;
    const { call } = await mountAll([hostile('results')], {}, callMs);
    const result = await call(`mcp__evil__${tool}`);
    expect(result).toMatchObject(then);
    expect(JSON.stringify(result).length).toBeLessThan(5_000);
  });

  it('sees nothing of the environment of the host but PATH, HOME and their like', async () => {
    vi.stubEnv('MORTISE_SECRET_OF_THE_HOST', 'secret');
    const { call } = await mountAll([{ ...hostile('results'), env: { GIVEN: 'yes' } }]);
    const { text } = (await call('mcp__evil__env')) as { text: string };
    vi.unstubAllEnvs();
    expect(text).toContain('GIVEN');
    expect(text).not.toContain('MORTISE_SECRET_OF_THE_HOST');
  });

  it('gets a secret only if the operator resolves it, and is not started otherwise', async () => {
    const config = { ...hostile('results'), env: { KEY: { $secret: 'KEY' } } };
    const { mount } = await mountAll([config]);
    expect(mount.servers()[0]).toMatchObject({ status: 'waiting', tools: [] });
    const given = await mountAll([config], { resolveSecret: () => 'secret of a server' });
    expect(given.mount.servers()[0]).toMatchObject({ status: 'connected' });
    // What the server says of it reaches no model (S-11).
    expect(JSON.stringify(await given.call('mcp__evil__env'))).not.toContain('secret of a server');
  });

  it('is cut off at a number of tools', async () => {
    const { mount } = await mountAll([hostile('many')]);
    expect(mount.servers()[0]?.tools).toHaveLength(512);
    expect(mount.servers()[0]?.diagnostics).toHaveLength(1);
  });

  it('cannot have a name that reads as another server', async () => {
    const { mount, names } = await mountAll([{ ...hostile('names'), name: 'a__b' }]);
    expect(mount.servers()).toMatchObject([{ status: 'failed' }]);
    expect(await names()).toEqual([]);
  });
});

describe('the connection to an MCP server', () => {
  it('comes back by itself; meanwhile the tools are out of the offer and calls are refused', async () => {
    const life = join(folder, 'life');
    writeFileSync(life, '');
    const { call, names, mount } = await mountAll([hostile('plain', life)]);
    expect(await names()).toEqual(['mcp__evil__fine']);
    rmSync(life);
    expect(await call('mcp__evil__fine')).toMatchObject({ status: 'failed' });
    await vi.waitFor(async () => expect(await names()).toEqual([]));
    expect(mount.servers()[0]).toMatchObject({
      status: expect.stringMatching(/waiting|connecting/),
    });
    expect(await call('mcp__evil__fine')).toMatchObject({
      status: 'refused',
      code: 'not_available',
    });
    writeFileSync(life, '');
    await vi.waitFor(async () => expect(await names()).toEqual(['mcp__evil__fine']), {
      timeout: 10_000,
    });
    expect(await call('mcp__evil__fine', { a: 1 })).toMatchObject({ ok: true, text: '{"a":1}' });
  });

  it('takes a changed list, and leaves with its configuration', async () => {
    const { call, names, mount } = await mountAll([hostile('grow')], { refreshPauseMs: 10 });
    expect(await names()).toEqual(['mcp__evil__grow']);
    await call('mcp__evil__grow');
    await vi.waitFor(async () =>
      expect(await names()).toEqual(['mcp__evil__grow', 'mcp__evil__grown']),
    );
    await mount.update([]);
    expect(await names()).toEqual([]);
    expect(mount.servers()).toEqual([]);
  });

  it('is part of the log: what the server writes to its standard error', async () => {
    const lines: unknown[] = [];
    const note = (details: object) => void lines.push(details);
    const logger = { debug: note, info: note, warn: note, error: note };
    await mountAll([hostile('plain')], { logger });
    await vi.waitFor(() =>
      expect(lines).toContainEqual({ server: 'evil', text: 'hello from stderr' }),
    );
  });

  it('has the limits of its own that the configuration gives it (E-14)', async () => {
    const server = (mode: string, limits: object) => ({
      ...{ command: process.execPath, args: [HOSTILE, mode], limits, sandbox: 'off' as const },
    });
    const host = await createHost({
      config: {
        agents: { main: {} },
        mcp_servers: {
          large: server('results', { resultBytes: 8_000_000 }),
          roomy: server('plain', { resultBytes: 8_000_000, argumentBytes: 2_000_000 }),
          tight: server('plain', { argumentBytes: 100 }),
          wide: server('schemas', { schemaBytes: 200_000 }),
          few: server('many', { toolsPerServer: 3 }),
        },
      },
    });
    open.push(host);
    open.push(await mountConfiguredServers(host));
    const names = host.tools().map(({ name }) => name);
    expect(names).toContain('mcp__wide__large');
    expect(names.filter((name) => name.startsWith('mcp__few'))).toHaveLength(3);
    const session = host.agent('main').session('s');
    const results = await session.execute([
      { id: '1', name: 'mcp__large__huge', args: {} },
      { id: '2', name: 'mcp__roomy__fine', args: { text: 'x'.repeat(1_500_000) } },
      { id: '3', name: 'mcp__tight__fine', args: { text: 'x'.repeat(200) } },
    ]);
    expect(results).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: false, status: 'refused', code: 'input_invalid' },
    ]);
  });

  it('that cannot be made is in the list of trouble with its last words, and no secret (T-9, S-11)', async () => {
    const lines: string[] = [];
    const note = (details: object) => void lines.push(JSON.stringify(details));
    const config = {
      agents: { main: {} },
      mcp_servers: {
        github: {
          command: process.execPath,
          args: ['-e', 'console.error("no token:", process.env.KEY); process.exit(3)'],
          env: { KEY: { $secret: 'KEY' } },
        },
        slow: { command: process.execPath, args: ['-e', 'setTimeout(() => {}, 60_000)'] },
      },
    };
    const host = await createHost({
      config,
      secrets: new MemorySecrets([['KEY', 'hunter2hunter2']]),
      logger: { debug: note, info: note, warn: note, error: note },
    });
    open.push(host);
    open.push(await mountConfiguredServers(host, { waitMs: 50, firstPauseMs: 60_000 }));
    const found = () => host.diagnostics();
    expect(found().map(({ subject }) => subject)).toContain('slow');
    await vi.waitFor(
      () =>
        expect(found()[0]).toMatchObject({
          ...{ code: 'mcp_server_failed', severity: 'error', subject: 'github' },
          message: expect.stringContaining('exited with 3: "no token: '),
          path: 'mcp_servers.github',
        }),
      { timeout: 10_000 },
    );
    expect(JSON.stringify([found(), lines])).not.toContain('hunter2hunter2');
    expect(lines.join()).toContain('no token: ');
  });

  it('follows the configuration of the host', async () => {
    const command = { command: process.execPath, args: [HOSTILE, 'plain'] };
    const host = await createHost({
      config: { agents: { main: {} }, mcp_servers: { one: command } },
    });
    open.push(host);
    const mount = await mountConfiguredServers(host);
    const names = () =>
      host
        .tools()
        .filter(({ origin }) => origin.kind === 'mcp')
        .map(({ name }) => name);
    expect(names()).toEqual(['mcp__one__fine']);
    const next = { agents: { main: {} }, mcp_servers: { two: command } };
    expect(await host.reload(next)).toMatchObject({ status: 'accepted' });
    await vi.waitFor(() => expect(names()).toEqual(['mcp__two__fine']), {
      timeout: 5_000,
    });
    await mount.close();
    expect(names()).toEqual([]);
  });

  it('ends with the host, and none is made to a server after it', async () => {
    const { host, mount } = await mountAll([hostile('plain')]);
    await host.close();
    expect(mount.servers()).toEqual([]);
    const late = await mountMcpServers(host, [hostile('plain')]);
    expect(late.servers()).toMatchObject([
      { status: 'failed', tools: [], diagnostics: [{ code: 'host_closed' }] },
    ]);
    await late.update([hostile('names')]);
    expect(late.servers()).toMatchObject([{ status: 'failed', tools: [] }]);
  });
});
