import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LoadedPackage, loadExtension } from '../../load-extension.ts';
import { openRealSandbox } from '../../testing/real-sandbox.ts';
import { makePackage } from '../../testing/tarball.ts';

const here = import.meta.dirname;

function loadInstalled(name: string): Promise<LoadedPackage> {
  return loadExtension({ kind: 'package', name, from: here });
}

function okay(loaded: LoadedPackage): LoadedPackage & { readonly status: 'ok' } {
  if (loaded.status === 'ok') return loaded;
  throw new Error(JSON.stringify(loaded.diagnostics, null, 1));
}

function needsOf(loaded: LoadedPackage): readonly string[] {
  return okay(loaded).bundle.needs.map(
    (need) => `${need.capability} ${need.module}.${need.member}`,
  );
}

function unsupportedOf(loaded: LoadedPackage): readonly string[] {
  return loaded.diagnostics.flatMap(({ code, subject }) =>
    code === 'api_unsupported' ? [subject] : [],
  );
}

describe('@openclaw/kitchen-sink as it is on npm', () => {
  it('registers its tools in the sandbox, answers calls and has the rest reported', async () => {
    const loaded = okay(await loadInstalled('@openclaw/kitchen-sink'));
    expect(loaded).toMatchObject({
      shape: 'openclaw',
      manifest: { id: 'openclaw-kitchen-sink-fixture', version: '0.3.0' },
    });
    expect(unsupportedOf(loaded)).toEqual(
      expect.arrayContaining(['on', 'registerChannel', 'registerService', 'registerHttpRoute']),
    );
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle);
    if (result.status === 'failed') throw new Error(result.message);
    expect(result.extension.tools.map(({ name }) => name)).toEqual([
      'kitchen-sink-tool',
      'kitchen_sink_image_job',
      'kitchen_sink_text',
      'kitchen_sink_search',
    ]);
    expect(await real.call('kitchen_sink_text', { prompt: 'hello sink' })).toContain('hello sink');
    expect(await real.call('kitchen_sink_search', { query: 'sink' })).toContain('Kitchen Sink');
    expect(real.logs.join('\n')).toMatch(/not supported: .*registerChannel/);
  });

  it('takes its configuration from its schema and from the operator', async () => {
    const loaded = okay(await loadInstalled('@openclaw/kitchen-sink'));
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle, { personality: 'conformance' });
    if (result.status === 'failed') throw new Error(result.message);
    expect(result.extension.tools.map(({ name }) => name)).not.toContain('kitchen-sink-tool');
  });
});

describe('impure OpenClaw plugins as they are on npm', () => {
  it('@ollama/openclaw-web-search loads, and its tools lack the network', async () => {
    const loaded = okay(await loadInstalled('@ollama/openclaw-web-search'));
    expect(needsOf(loaded)).toContain('network global.fetch');
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle);
    if (result.status === 'failed') throw new Error(result.message);
    const [tool] = result.extension.tools;
    const answer = await real.call(tool?.name ?? '', { query: 'mortise' });
    expect(answer).toMatch(/network/);
  });

  it('@openclaw/tokenjuice loads without tools; files are what it lacks', async () => {
    const loaded = okay(await loadInstalled('@openclaw/tokenjuice'));
    expect(needsOf(loaded)).toEqual(
      expect.arrayContaining(['fs_reach fs/promises.writeFile', 'fs_reach fs/promises.mkdir']),
    );
    expect(unsupportedOf(loaded)).toContain('registerAgentToolResultMiddleware');
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle);
    expect(result).toMatchObject({ status: 'loaded', extension: { tools: [] } });
  });

  it('@openclaw/brave-plugin registers no tools, and has what it lacks reported', async () => {
    const loaded = okay(await loadInstalled('@openclaw/brave-plugin'));
    expect(unsupportedOf(loaded)).toContain('registerWebSearchProvider');
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle);
    if (result.status === 'loaded') expect(result.extension.tools).toEqual([]);
    const after = await real.sandbox.load({ id: 'after', source: 'export default () => {}' });
    expect(after.status).toBe('loaded');
  });

  it('@openclaw/bluebubbles loads as a channel that is not run', async () => {
    const loaded = okay(await loadInstalled('@openclaw/bluebubbles'));
    await using real = openRealSandbox();
    expect(await real.load(loaded.bundle)).toMatchObject({ extension: { tools: [] } });
    expect(real.logs.join('\n')).toContain('not supported: registerChannel');
  });
});

const MANIFEST = JSON.stringify({
  id: 'shaped',
  configSchema: {
    type: 'object',
    properties: {
      unit: { type: 'string', default: 'C' },
      deep: { type: 'object', properties: { n: { default: 3 } } },
    },
  },
});

async function loadShaped(entry: string, extra: { readonly [path: string]: string } = {}) {
  const bytes = await makePackage({
    'openclaw.plugin.json': MANIFEST,
    'package.json': '{"name":"shaped","version":"2.0.0","openclaw":{"extensions":["./index.ts"]}}',
    'index.ts': entry,
    ...extra,
  });
  return loadExtension({ kind: 'archive', bytes, name: 'shaped.tgz' });
}

const TOOL = `{
  name: 'probe', description: 'p', parameters: { type: 'object' },
  async execute(toolCallId, params, signal, onUpdate) {
    onUpdate?.({ content: [{ type: 'text', text: 'half' }] });
    return { content: [{ type: 'text', text: [toolCallId, typeof signal?.addEventListener, this.name].join() }], details: { a: 1 } };
  },
}`;

describe('the shape of an OpenClaw plugin (F-1)', () => {
  it.each([
    { form: 'a function', entry: `export default (api) => api.registerTool(${TOOL});` },
    {
      form: 'an object',
      entry: `export default { id: 'x', register(api) { api.registerTool(${TOOL}); } };`,
    },
    {
      form: 'an object with activate',
      entry: `export default { activate(api) { api.registerTool(${TOOL}); } };`,
    },
    {
      form: 'a named function',
      entry: `export function register(api) { api.registerTool(${TOOL}); }`,
    },
    {
      form: 'definePluginEntry',
      entry: `import { definePluginEntry } from 'openclaw/plugin-sdk/plugin-entry';
        export default definePluginEntry({ id: 'x', register(api) { api.registerTool(${TOOL}); } });`,
    },
    {
      form: 'a factory',
      entry: `export default (api) => api.registerTool((ctx) => ctx.sandboxed ? null : ${TOOL}, { name: 'probe' });`,
    },
    {
      form: 'CommonJS',
      entry: `exports.__esModule = true; exports.default = (api) => api.registerTool(${TOOL});`,
    },
  ])('may be $form', async ({ entry }) => {
    const loaded = okay(await loadShaped(entry));
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle);
    expect(result.status === 'failed' ? result.message : '').toBe('');
    expect(await real.call('probe')).toBe('c1,function,probe');
  });

  it('keeps optional tools optional and gives defaults below what the operator sets', async () => {
    const entry = `export default (api) => {
      api.registerTool({ name: 'show', description: '', parameters: { type: 'object' }, execute: async () => JSON.stringify(api.pluginConfig) }, { optional: true });
      api.registerTool({ name: 'odd', description: '', parameters: { type: 'object' }, execute: async () => 7 }, { optional: 1 });
    };`;
    const loaded = okay(await loadShaped(entry));
    expect(loaded.manifest.version).toBe('2.0.0');
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle, { unit: 'F' });
    expect(result).toMatchObject({
      extension: {
        tools: [
          { name: 'show', isOptional: true },
          { name: 'odd', isOptional: false },
        ],
      },
    });
    expect(JSON.parse(await real.call('show'))).toEqual({ unit: 'F', deep: { n: 3 } });
    expect(await real.call('odd')).toBe('7');
  });

  it('offers what is for the owner only where an operator names it', async () => {
    const tool = (name: string, more = '') =>
      `{ name: '${name}', description: '', parameters: { type: 'object' }, ${more} execute: async () => String(ctx.senderIsOwner) }`;
    const entry = `export default (api) => {
      api.registerTool((ctx) => ctx.senderIsOwner ? [${tool('all')}, ${tool('owned')}] : ${tool('all')});
      const ctx = {};
      api.registerTool(${tool('marked', 'ownerOnly: true,')});
      api.registerTool((context) => context.senderIsOwner ? ${tool('only')} : null);
    };`;
    const loaded = okay(await loadShaped(entry));
    await using real = openRealSandbox();
    expect(await real.load(loaded.bundle)).toMatchObject({
      extension: {
        tools: [
          { name: 'all', isOptional: false },
          { name: 'owned', isOptional: true },
          { name: 'marked', isOptional: true },
          { name: 'only', isOptional: true },
        ],
      },
    });
    expect(await real.call('all')).toBe('false');
    expect(await real.call('owned')).toBe('true');
  });

  it('takes defineToolPlugin with plain answers', async () => {
    const entry = `import { defineToolPlugin } from 'openclaw/plugin-sdk/tool-plugin';
      export default defineToolPlugin({ id: 'x', name: 'X', tools: (tool) => [
        tool({ name: 'sum', description: '', parameters: { type: 'object' }, execute: ({ a, b }, config) => ({ sum: a + b, unit: config.unit }) }),
      ] });`;
    const loaded = okay(await loadShaped(entry));
    await using real = openRealSandbox();
    await real.load(loaded.bundle);
    expect(JSON.parse(await real.call('sum', { a: 1, b: 2 }))).toEqual({ sum: 3, unit: 'C' });
  });

  it('gives the errors of tools, and takes types for what they are', async () => {
    const entry = `import { definePluginEntry, type OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry';
      import { readStringParam, ToolAuthorizationError, ToolInputError } from 'openclaw/plugin-sdk/agent-runtime';
      const shown = (error) => [error instanceof ToolInputError, error.name, error.status, error.message];
      const caught = (run) => { try { return run(); } catch (error) { return shown(error); } };
      export default definePluginEntry({ id: 'x', register(api: OpenClawPluginApi) {
        api.registerTool({ name: 'probe', description: 'p', parameters: { type: 'object' }, execute: async () => ({ content: [{ type: 'text', text: JSON.stringify([
          caught(() => readStringParam({}, 'city', { required: true })), shown(new ToolAuthorizationError('no')),
        ]) }] }) });
      } });`;
    const loaded = okay(await loadShaped(entry));
    expect(unsupportedOf(loaded)).toEqual([]);
    await using real = openRealSandbox();
    await real.load(loaded.bundle);
    expect(JSON.parse(await real.call('probe'))).toEqual([
      [true, 'ToolInputError', 400, 'city required'],
      [true, 'ToolAuthorizationError', 403, 'no'],
    ]);
  });

  it('finds the JavaScript that was published for a TypeScript entry', async () => {
    const bytes = await makePackage({
      'package.json': '{"name":"@scope/shaped.js","openclaw":{"extensions":["./src/main.ts"]}}',
      'dist/main.js': 'export default () => {};',
    });
    const loaded = await loadExtension({ kind: 'archive', bytes, name: 'a.tgz' });
    expect(okay(loaded).manifest.id).toBe('shaped-js');
  });

  it('does not reach a package outside its archive', async () => {
    const loaded = await loadShaped("import semver from 'semver'; export default () => semver;");
    expect(loaded).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'import_unresolved', subject: 'semver' }],
    });
    expect(existsSync('/@extension')).toBe(false);
  });

  it('may bring its packages inside its archive', async () => {
    const loaded = await loadShaped(
      "import n from 'inner'; export default (api) => api.registerTool({ name: 'probe', description: '', execute: () => String(n) });",
      {
        'node_modules/inner/package.json': '{"name":"inner","main":"./lib.js"}',
        'node_modules/inner/lib.js': 'module.exports = 5;',
      },
    );
    await using real = openRealSandbox();
    await real.load(okay(loaded).bundle);
    expect(await real.call('probe')).toBe('5');
  });
});
