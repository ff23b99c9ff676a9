import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigFile } from '@mortise/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-updates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Package {
  readonly at?: string;
  readonly manifest?: object;
  readonly answer?: string;
  readonly code?: string;
}

function writePackage({ at = 'weather', manifest = {}, answer = 'old', code }: Package): void {
  mkdirSync(join(folder, at), { recursive: true });
  const facts = { id: 'weather', version: '1.0.0', entry: 'index.ts', ...manifest };
  writeFileSync(join(folder, at, 'mortise.json'), JSON.stringify(facts));
  const plain = `export default (api) => api.registerTool({
    name: 'forecast', description: 'Weather', parameters: { type: 'object' },
    execute: async () => ({ content: [{ type: 'text', text: ${JSON.stringify(answer)} }] }),
  });`;
  writeFileSync(join(folder, at, 'index.ts'), code ?? plain);
}

const open = (extensions: ConfigFile['extensions'] = ['./weather']) =>
  createHost({
    config: { agents: { main: {} }, extensions },
    workingDir: folder,
    lockFile: join(folder, 'mortise.lock'),
    sandbox: { spareRunners: 0 },
  });

async function ask(host: Host, name = 'forecast'): Promise<string | undefined> {
  const [result] = await host
    .agent('main')
    .session('s')
    .execute([{ id: '1', name, args: {} }]);
  return result?.ok === true ? result.text : result?.code;
}

const readLock = () => readFileSync(join(folder, 'mortise.lock'), 'utf8');

describe('an update of an installed extension (F-3, E-10)', () => {
  it.each([
    ['makes an optional tool an ordinary one', { optionalTools: ['forecast'] }, {}],
    ['moves its tools into another category', {}, { categories: ['Security'] }],
    ['takes its tools out of the shared scope', { sharedOnly: true }, {}],
  ])('that %s through its manifest waits', async (_what, before, after) => {
    writePackage({ manifest: before });
    await using host = await open();
    await host.extensions.install('./weather', {});
    writePackage({ manifest: { version: '1.1.0', ...after } });
    const state = await host.extensions.load('./weather');
    expect(state.waiting).toContain('forecast');
  });

  it('that comes from another place waits, whatever it asks for', async () => {
    writePackage({});
    {
      await using host = await open();
      await host.extensions.install('./weather', {});
    }
    writePackage({ at: 'evil', manifest: { version: '1.0.1' }, answer: 'evil' });
    await using host = await open(['./evil']);
    expect(await ask(host)).toBe('old');
    expect(host.extensions.list()[0]?.waiting).toContain('./evil');
  });

  it('leaves the approved code what its own manifest and the operator say, no more and no less', async () => {
    const grants = { network: { allowedHosts: ['a.example', 'b.example'] } };
    const asking = (...allowedHosts: string[]) => ({ capabilities: { network: { allowedHosts } } });
    writePackage({ manifest: asking('a.example') });
    const source = [{ source: './weather', grants }];
    {
      await using host = await open(source);
      await host.extensions.install('./weather', {});
    }
    writePackage({ manifest: { version: '2.0.0', ...asking('b.example') }, answer: 'new' });
    await using host = await open(source);
    expect(await ask(host)).toBe('old');
    expect(host.extensions.list()[0]?.granted.network?.allowedHosts).toEqual(['https://a.example']);
  });

  it('gives approved code nothing if it never asked, though the configuration grants', async () => {
    const grants = { network: { allowedHosts: ['a.example'] } };
    writePackage({});
    const source = [{ source: './weather', grants }];
    {
      await using host = await open(source);
      await host.extensions.install('./weather', {});
    }
    const capabilities = { network: { allowedHosts: ['a.example'] } };
    writePackage({ manifest: { version: '2.0.0', capabilities }, answer: 'new' });
    await using host = await open(source);
    expect(await ask(host)).toBe('old');
    expect(host.extensions.list()[0]?.granted).toEqual({});
  });

  it('does not bring back kept code that was changed on disk', async () => {
    writePackage({});
    {
      await using host = await open();
      await host.extensions.install('./weather', {});
    }
    const bundles = join(folder, '.mortise', 'bundles');
    for (const name of readdirSync(bundles)) {
      const text = readFileSync(join(bundles, name), 'utf8');
      writeFileSync(join(bundles, name), text.replaceAll('old', 'bad'));
    }
    writePackage({ manifest: { version: '2.0.0', sharedOnly: true }, answer: 'new' });
    await using host = await open();
    expect(await ask(host)).toBe('not_available');
    expect(host.extensions.list()).toMatchObject([{ failure: { code: 'update_waiting' } }]);
  });

  it('that is approved for its words keeps the grants that the operator chose', async () => {
    const capabilities = { network: { allowedHosts: ['a.example'] } };
    writePackage({ manifest: { capabilities } });
    await using host = await open();
    await host.extensions.install('./weather', {});
    writePackage({ manifest: { capabilities, version: '2.0.0', sharedOnly: true }, answer: 'new' });
    expect((await host.extensions.load('./weather')).waiting).toBeDefined();
    expect(await host.extensions.approve('weather')).toMatchObject({
      version: '2.0.0',
      granted: {},
    });
    expect(await ask(host)).toBe('new');
  });
});

describe('an install or approval that fails (F-8)', () => {
  it('leaves the loaded tools and the lock file as they were', async () => {
    writePackage({});
    await using host = await open();
    await host.extensions.install('./weather', {});
    const before = readLock();
    writePackage({
      manifest: { version: '2.0.0' },
      code: 'export default () => { throw new Error("no"); }',
    });
    expect(await host.extensions.install('./weather', {})).toMatchObject({ status: 'failed' });
    expect(await ask(host)).toBe('old');
    expect(host.extensions.list()).toMatchObject([{ status: 'loaded', version: '1.0.0' }]);
    expect(readLock()).toBe(before);
  });

  it('that cannot even be bundled does so too, and leaves no second entry', async () => {
    writePackage({});
    await using host = await open();
    writePackage({ code: 'export default (' });
    expect(await host.extensions.load('./weather')).toMatchObject({
      id: 'weather',
      status: 'failed',
      origin: './weather',
    });
    expect(await ask(host)).toBe('old');
    writePackage({ answer: 'mended' });
    await host.extensions.load('./weather');
    expect(host.extensions.list()).toMatchObject([{ id: 'weather', status: 'loaded' }]);
    expect(await ask(host)).toBe('mended');
  });

  it('is one entry that goes once its source is mended', async () => {
    writePackage({ code: 'export default (' });
    await using host = await open();
    expect(host.extensions.list()).toMatchObject([{ status: 'failed', origin: './weather' }]);
    writePackage({});
    await host.extensions.load('./weather');
    expect(host.extensions.list()).toMatchObject([{ id: 'weather', status: 'loaded' }]);
  });
});

describe('two extensions with one id (F-2)', () => {
  it('are the first one and a failure that names it', async () => {
    writePackage({ answer: 'first' });
    writePackage({ at: 'other', answer: 'second' });
    await using host = await open(['./weather', './other']);
    expect(await ask(host)).toBe('first');
    expect(host.extensions.list()).toMatchObject([
      { status: 'loaded', origin: './weather' },
      { status: 'failed', origin: './other', failure: { code: 'extension_id_clash' } },
    ]);
  });

  it('never share a trial: looking at an update leaves a neighbour called like it alone', async () => {
    writePackage({});
    writePackage({
      at: 'trial',
      manifest: { id: 'weather-trial' },
      code: `export default (api) =>
      api.registerTool({ name: 'neighbour', description: 'n', parameters: { type: 'object' },
        execute: async () => ({ content: [{ type: 'text', text: 'here' }] }) });`,
    });
    await using host = await open(['./weather', './trial']);
    await host.extensions.install('./weather', {});
    writePackage({ manifest: { version: '1.0.1' }, answer: 'new' });
    await host.extensions.load('./weather');
    await host.extensions.approve('weather');
    expect(await ask(host)).toBe('new');
    expect(await ask(host, 'neighbour')).toBe('here');
  });

  it('are refused when the configuration expects another id', async () => {
    writePackage({});
    await using host = await open([{ id: 'climate', source: './weather' }]);
    expect(host.extensions.list()).toMatchObject([
      { status: 'failed', failure: { message: expect.stringContaining('climate') } },
    ]);
  });
});

describe('loads at the same time', () => {
  it('of one id end with the last one asked for, and with its tools', async () => {
    await using host = await open([]);
    const source = (answer: string) => `export default (api) => api.registerTool({
      name: 'forecast', description: 'w', parameters: { type: 'object' },
      execute: async () => ({ content: [{ type: 'text', text: '${answer}' }] }) });`;
    const states = await Promise.all(
      ['a', 'b', 'c'].map((answer) =>
        host.extensions.load({ id: 'weather', source: source(answer) }),
      ),
    );
    expect(states.map(({ status }) => status)).toEqual(['loaded', 'loaded', 'loaded']);
    expect(await ask(host)).toBe('c');
    await Promise.all([
      host.extensions.load({ id: 'weather', source: source('d') }),
      host.extensions.unload('weather'),
    ]);
    expect(host.extensions.list()).toEqual([]);
    expect(await ask(host)).toBe('not_available');
  });

  it('of many packages leave all of them in the lock file', async () => {
    const ids = ['one', 'two', 'three'];
    for (const id of ids) {
      writePackage({
        at: id,
        manifest: { id },
        code: `export default (api) => api.registerTool({
        name: 'tool_${id}', description: 'w', parameters: { type: 'object' },
        execute: async () => ({ content: [] }) });`,
      });
    }
    await using host = await open([]);
    await Promise.all(ids.map((id) => host.extensions.install(`./${id}`, {})));
    expect(Object.keys(JSON.parse(readLock()).extensions).sort()).toEqual([...ids].sort());
  });

  it('by another program are seen: what it removed from the lock file stays removed', async () => {
    writePackage({});
    writePackage({
      at: 'other',
      manifest: { id: 'other' },
      code: 'export default () => undefined',
    });
    await using host = await open();
    await host.extensions.install('./weather', {});
    writeFileSync(join(folder, 'mortise.lock'), JSON.stringify({ lockVersion: 1, extensions: {} }));
    await host.extensions.install('./other', {});
    expect(Object.keys(JSON.parse(readLock()).extensions)).toEqual(['other']);
  });
});

describe('what an embedder passes', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty name', ''],
    ['a package that is no text', { package: 7 }],
    ['an id that is no text', { id: {}, source: 'export default () => undefined' }],
    ['an id with a path', { id: '../x', source: 'export default () => undefined' }],
    [
      'a manifest of the wrong shape',
      { id: 'x', source: 'export default () => undefined', manifest: { optionalTools: {} } },
    ],
    ['a source that is no text', { id: 'x', source: 7 }],
  ])('is a failed state when it is %s', async (_what, input) => {
    await using host = await open([]);
    expect(await host.extensions.load(input as never)).toMatchObject({
      status: 'failed',
      failure: { code: expect.any(String), hint: expect.any(String) },
    });
  });
});
