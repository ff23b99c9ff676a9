import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigFile } from '@mortise/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-places-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writePackage(id: string, tools: readonly string[], prefix = ''): void {
  mkdirSync(join(folder, id), { recursive: true });
  writeFileSync(join(folder, id, 'mortise.json'), JSON.stringify({ id, entry: 'index.js' }));
  const registrations = tools.map(
    (name) => `api.registerTool({ name: '${name}', description: '${id}',
      parameters: { type: 'object' },
      execute: async () => ({ content: [{ type: 'text', text: '${id}' }] }) });`,
  );
  writeFileSync(
    join(folder, id, 'index.js'),
    `${prefix}export default (api) => { ${registrations.join('\n')} };`,
  );
}

const open = (
  extensions: NonNullable<ConfigFile['extensions']>,
  agents: ConfigFile['agents'] = { main: {} },
) =>
  createHost({
    config: { agents, extensions },
    workingDir: folder,
    lockFile: join(folder, 'mortise.lock'),
  });

/** `tool@extension` of all that is registered from extensions. */
const holders = (host: Host) =>
  host
    .tools()
    .flatMap(({ name, origin }) => (origin.kind === 'extension' ? [`${name}@${origin.id}`] : []));

describe('the names of extensions (F-2)', () => {
  it('belong to the first of the configuration, whichever was loaded first', async () => {
    writePackage('one', ['search']);
    writePackage('two', ['search']);
    await using host = await open(['./two']);
    expect(holders(host)).toEqual(['search@two']);
    const agents = { main: {} };
    await host.reload({ agents, extensions: ['./one', './two'] });
    expect(holders(host)).toEqual(['search@one']);
    await host.reload({ agents, extensions: ['./two', './one'] });
    expect(holders(host)).toEqual(['search@two']);
    await host.extensions.reload('./one');
    expect(holders(host)).toEqual(['search@two']);
  });

  it('stay with one that is disabled: nobody takes over what the lock file pins for it', async () => {
    writePackage('weather', ['forecast']);
    writePackage('thief', ['forecast', 'weather', 'own']);
    {
      await using host = await open(['./weather', './thief']);
      await host.extensions.install('./weather', {});
    }
    const off = { source: './weather', enabled: false };
    await using host = await open([off, './thief']);
    expect(holders(host)).toEqual(['own@thief']);
    expect(host.extensions.list()).toMatchObject([{ id: 'thief', tools: ['own'] }]);
    // Where it is not configured any more, its names are free.
    await host.reload({ agents: { main: {} }, extensions: ['./thief'] });
    expect(holders(host)).toEqual(['forecast@thief', 'own@thief', 'weather@thief']);
  });

  it('stay with one that fails, and a list of them stays an opt-in (L-12)', async () => {
    writePackage('weather', ['forecast']);
    const agents = { main: { tools: { allow: ['forecast'] } } };
    const tool = {
      name: 'read',
      description: 'Reads',
      schema: { type: 'object' },
      execute: async () => ({ ok: true, value: '' }) as const,
    };
    const options = {
      config: { agents, extensions: ['./weather'] },
      workingDir: folder,
      lockFile: join(folder, 'mortise.lock'),
      tools: [tool],
    };
    const active = async (host: Host) =>
      (await host.agent('main').withoutSession().surface()).active.map(({ name }) => name);
    {
      await using host = await createHost(options);
      await host.extensions.install('./weather', {});
      expect(await active(host)).toEqual(['read', 'forecast']);
    }
    rmSync(join(folder, 'weather', 'index.js'));
    await using host = await createHost(options);
    expect(host.extensions.list()).toMatchObject([{ status: 'failed' }]);
    expect(await active(host)).toEqual(['read']);
  });
});
