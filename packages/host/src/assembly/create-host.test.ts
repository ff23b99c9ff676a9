import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MortiseError, type Tool } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-host-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tool = (name: string): Tool => ({
  name,
  description: `Does ${name}`,
  schema: { type: 'object' },
  execute: async () => ({ ok: true, value: `${name} done` }),
});

const CONFIG = {
  toolkits: {
    devops: { description: 'Infrastructure', tools: ['docker'] },
    research: { description: 'Papers', tools: ['arxiv'] },
  },
  agents: {
    assistant: {
      tools: ['file'],
      allowed_toolkits: ['devops', 'research'],
      initial_toolkits: ['research'],
    },
    locked: { tools: { allow: ['file'] } },
  },
};
const TOOLS = ['file', 'docker', 'arxiv'].map(tool);

const WEATHER = `export default (api) => {
  api.registerTool({
    name: 'forecast', description: 'Weather', parameters: {
      type: 'object', properties: { city: { type: 'string' } }, required: ['city'],
    },
    async execute(id, { city }, ctx) {
      return { content: [{ type: 'text', text: city + ' for ' + ctx.agentId + ': ' + api.config.sky }] };
    },
  });
  api.registerTool({
    name: 'set_home', description: 'Moves', parameters: { type: 'object' },
    async execute() { return { content: [{ type: 'text', text: 'moved' }] }; },
  }, { optional: true });
};`;

const names = (definitions: readonly { readonly name: string }[]) =>
  definitions.map(({ name }) => name);

describe('a host with core tools', () => {
  it('loads a toolkit on the next request and keeps it over a restart (M-3, M-4, M-8)', async () => {
    const state = join(folder, 'sessions.db');
    {
      await using host = await createHost({ config: CONFIG, tools: TOOLS, state });
      const session = host.agent('assistant').session('c1');
      expect(names(await session.definitions())).toEqual([
        'file',
        'arxiv',
        'list_toolkits',
        'load_tools',
        'unload_tools',
      ]);
      const [load, early] = await session.execute([
        { id: '1', name: 'load_tools', args: { toolkit: 'devops' } },
        { id: '2', name: 'docker', args: {} },
      ]);
      expect(load).toMatchObject({ ok: true, text: expect.stringContaining('"status":"loaded"') });
      expect(early).toMatchObject({ ok: false, status: 'refused', code: 'not_available' });
      await session.beginRequest();
      expect(await session.execute([{ id: '3', name: 'docker', args: {} }])).toMatchObject([
        { ok: true, text: 'docker done' },
      ]);
      expect(names(await host.agent('assistant').session('other').definitions())).not.toContain(
        'docker',
      );
    }
    await using again = await createHost({ config: CONFIG, tools: TOOLS, state });
    expect(names(await again.agent('assistant').session('c1').definitions())).toContain('docker');
  });

  it('lists and runs by one surface, and explains it', async () => {
    await using host = await createHost({ config: CONFIG, tools: TOOLS });
    const session = host.agent('locked').session('c1');
    expect(names(await session.definitions())).toEqual(['file']);
    expect(await session.execute([{ id: '1', name: 'docker', args: {} }])).toMatchObject([
      {
        status: 'refused',
        code: 'not_available',
        message: expect.stringContaining('not_allowed'),
        effects: 'none',
      },
    ]);
    expect(await session.explain('docker')).toMatchObject([
      { tool: 'docker', state: 'not_allowed', isPermitted: false },
    ]);
  });

  it('gives the same definitions while nothing changes (E-13)', async () => {
    await using host = await createHost({ config: CONFIG, tools: TOOLS });
    const session = host.agent('assistant').session('c1');
    const first = await session.definitions();
    await session.beginRequest();
    expect(await session.definitions()).toBe(first);
  });

  it('tells who listens, and those who left no more', async () => {
    await using host = await createHost({ config: CONFIG, tools: TOOLS });
    const seen: string[] = [];
    host.on('callFinished', () => {
      throw new Error('a listener that fails');
    });
    const leave = host.on('callFinished', ({ toolName, outcome }) =>
      seen.push(`${toolName} ${outcome.status}`),
    );
    host.on('changed', () => seen.push('changed'));
    const session = host.agent('locked').session('c1');
    await session.execute([{ id: '1', name: 'file', args: {} }]);
    await host.reload(CONFIG);
    leave();
    await session.execute([{ id: '2', name: 'file', args: {} }]);
    expect(seen).toEqual(['file ok', 'changed']);
  });

  it('begins no call once it is closed', async () => {
    const host = await createHost({ config: CONFIG, tools: TOOLS });
    const session = host.agent('locked').session('c1');
    await session.definitions();
    await host.close();
    expect(await session.execute([{ id: '1', name: 'file', args: {} }])).toMatchObject([
      { status: 'refused', message: 'Tool "file" is not currently available: the host is closed.' },
    ]);
  });

  it('never throws from execute, whatever it is given', async () => {
    await using host = await createHost({ config: CONFIG, tools: TOOLS });
    const session = host.agent('locked').session('c1');
    const unprintable = JSON.parse('{"toString":1,"valueOf":1}');
    const junk = [
      null,
      {},
      { id: 1, name: Symbol.iterator },
      { id: unprintable, name: unprintable },
    ];
    expect(await session.execute(junk as never).catch((error: unknown) => error)).toHaveLength(4);
    expect(await session.execute(undefined as never)).toEqual([]);
  });
});

describe('the configuration of a host', () => {
  it('is refused as a whole, with every problem and its path', async () => {
    const config = {
      toolkits: { d: { tools: ['nope', 'delegate'] } },
      agents: { a: { allowed_toolkits: ['missing'], alowed_toolkits: [] } },
    };
    const error = await createHost({ config, tools: TOOLS }).catch((thrown: unknown) => thrown);
    expect(MortiseError.is(error) && error.code).toBe('config_rejected');
    expect(String(error)).toContain('agents.a.allowed_toolkits[0]');
    expect(String(error)).toContain('toolkits.d.tools[1].delegate');
    expect(String(error)).toContain('allowed_toolkits');
  });

  it('is refused when a toolkit names a tool that is not registered (M-6)', async () => {
    const config = { toolkits: { d: { tools: ['nope'] } }, agents: { a: {} } };
    await expect(createHost({ config })).rejects.toThrow('toolkits.d.tools[0].nope');
  });

  it('may name tools of MCP servers, which come when the host runs', async () => {
    const config = {
      strict: true,
      mcp_servers: { gh: { command: 'never-started' } },
      toolkits: { review: { tools: ['mcp__gh__pr'] } },
      agents: {
        a: { allowed_toolkits: ['review'], tools: { deny: ['mcp:gh', 'mcp__gh__merge'] } },
      },
    };
    await using host = await createHost({ config });
    expect(host.diagnostics().map(({ code, severity }) => `${severity} ${code}`)).toContain(
      'warning unregistered_tool',
    );
    const other = { ...config, toolkits: { review: { tools: ['mcp__other__pr'] } } };
    await expect(createHost({ config: other })).rejects.toThrow('unregistered_tool');
  });

  it('is replaced by a good one at the next request; a bad one changes nothing', async () => {
    await using host = await createHost({ config: CONFIG, tools: TOOLS });
    const session = host.agent('locked').session('c1');
    expect(names(await session.definitions())).toEqual(['file']);
    expect(await host.reload({ agents: { locked: { tools: { allow: ['  '] } } } })).toMatchObject({
      status: 'refused',
    });
    expect(
      await host.reload({ toolkits: { k: { tools: ['nope'] } }, agents: { locked: {} } }),
    ).toMatchObject({
      status: 'refused',
      diagnostics: [{ code: 'unregistered_tool' }],
    });
    expect(names(await host.agent('locked').session('c2').definitions())).toEqual(['file']);
    const good = await host.reload({ agents: { locked: { tools: { allow: ['docker'] } } } });
    expect(good).toMatchObject({ status: 'accepted', config: { revision: 2 } });
    expect(names(await session.definitions())).toEqual(['file']);
    await session.beginRequest();
    expect(names(await session.definitions())).toEqual(['docker']);
  });

  it('that drops an agent ends its sessions with a refusal, not a throw', async () => {
    await using host = await createHost({ config: CONFIG, tools: TOOLS });
    const session = host.agent('locked').session('c1');
    await host.reload({ agents: { assistant: {} } });
    expect(await session.execute([{ id: '1', name: 'file', args: {} }])).toMatchObject([
      { status: 'refused' },
    ]);
    expect(() => host.agent('locked')).toThrow(MortiseError);
  });

  it('that drops an agent lets no turn of it go on with what an unconfigured one may use (M-3)', async () => {
    await using host = await createHost({ config: CONFIG, tools: TOOLS, continuations: 4 });
    const session = host.agent('assistant').session('c1');
    await session.beginRequest();
    await session.execute([{ id: '1', name: 'load_tools', args: { toolkit: 'devops' } }]);
    const before = names(await session.definitions());
    await host.reload({ agents: { other: {} } });
    expect(await session.continueTurn()).toBe(false);
    expect(names(await session.definitions())).toEqual(before);
  });
});

describe('a host with extensions', () => {
  it('runs their tools in a sandbox and keeps optional ones hidden until named (F-1, F-3)', async () => {
    await using host = await createHost({
      config: { agents: { plain: {}, opted: { tools: { allow: ['set_home'] } } } },
      extensions: [{ id: 'weather', source: WEATHER, config: { sky: 'clear' } }],
    });
    const plain = host.agent('plain').session('c1');
    expect(names(await plain.definitions())).toEqual(['forecast']);
    const results = await plain.execute([
      { id: '1', name: 'forecast', args: { city: 'Oslo' } },
      { id: '2', name: 'forecast', args: {} },
      { id: '3', name: 'set_home', args: {} },
    ]);
    expect(results).toMatchObject([
      { ok: true, text: 'Oslo for plain: clear', usage: { hostCalls: 0 } },
      { status: 'refused', code: 'input_invalid' },
      {
        status: 'refused',
        code: 'not_available',
        message: expect.stringContaining('needs_opt_in'),
      },
    ]);
    const opted = host.agent('opted').session('c1');
    expect(await opted.execute([{ id: '1', name: 'set_home', args: {} }])).toMatchObject([
      { ok: true, text: 'moved' },
    ]);
  });

  it('lives on when one fails to register, and says why (F-8)', async () => {
    await using host = await createHost({
      config: { agents: { main: {} } },
      extensions: [
        { id: 'broken', source: 'export default () => { throw new Error("no licence"); }' },
        { id: 'weather', source: WEATHER, config: { sky: 'grey' } },
      ],
    });
    expect(host.extensions.list()).toMatchObject([
      {
        id: 'broken',
        status: 'failed',
        tools: [],
        failure: { code: 'registration_failed', message: expect.stringContaining('no licence') },
      },
      { id: 'weather', status: 'loaded' },
    ]);
    expect(names(await host.agent('main').session('c').definitions())).toEqual(['forecast']);
  });

  it('reloads one without moving its definitions, and unloads it without a trace (E-13)', async () => {
    await using host = await createHost({
      config: { agents: { main: {} } },
      tools: [tool('file')],
      extensions: [
        { id: 'weather', source: WEATHER, config: { sky: 'grey' } },
        {
          id: 'zebra',
          source: WEATHER.replace("'forecast'", "'zebra'").replace("'set_home'", "'zebra_home'"),
        },
      ],
    });
    const session = host.agent('main').session('c');
    expect(names(await session.definitions())).toEqual(['file', 'forecast', 'zebra']);
    await host.extensions.reload({ id: 'weather', source: WEATHER, config: { sky: 'blue' } });
    await session.beginRequest();
    expect(names(await session.definitions())).toEqual(['file', 'forecast', 'zebra']);
    expect(
      await session.execute([{ id: '1', name: 'forecast', args: { city: 'Rome' } }]),
    ).toMatchObject([{ text: 'Rome for main: blue' }]);
    await host.extensions.unload('weather');
    await session.beginRequest();
    expect(names(await session.definitions())).toEqual(['file', 'zebra']);
  });
});
