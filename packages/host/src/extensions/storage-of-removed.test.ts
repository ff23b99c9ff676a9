import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-removed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SOURCE = `export default (api) => api.registerTool({ name: 'count', description: 'c',
  parameters: { type: 'object' }, capabilities: { storage: {} },
  async execute(_id, _args, ctx) {
    const n = ((await ctx.storage.get('n')) ?? 0) + 1;
    await ctx.storage.set('n', n);
    return { content: [{ type: 'text', text: String(n) }] };
  } });`;

let projects = 0;

/** A project with a folder of an extension called `counter`, and another one of the same id. */
function newProject(): string {
  projects += 1;
  const folder = join(root, `project-${projects}`);
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, name), { recursive: true });
    const capabilities = { storage: { reason: name } };
    const manifest = { id: 'counter', version: '1.0.0', entry: 'index.js', capabilities };
    writeFileSync(join(folder, name, 'mortise.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, name, 'index.js'), `${SOURCE}\n// ${name}`);
  }
  return folder;
}

const open = (folder: string, parts: object = {}) =>
  createHost({
    config: { agents: { main: {} } },
    workingDir: folder,
    stateDir: join(folder, '.mortise'),
    lockFile: join(folder, 'mortise.lock'),
    ...parts,
  });

type OpenHost = Awaited<ReturnType<typeof open>>;

async function count(host: OpenHost): Promise<string | undefined> {
  const session = host.agent('main').session('s');
  const [result] = await session.execute([{ id: 'c', name: 'count', args: {} }]);
  return result?.ok === true ? result.text : result?.message;
}

/** As a program stored it that knew no sources. */
async function storeWithoutSource(folder: string, host: OpenHost): Promise<void> {
  await host.extensions.load({ id: 'other', source: SOURCE, grants: { storage: {} } });
  await count(host);
  await host.extensions.unload('other');
  const database = new DatabaseSync(join(folder, '.mortise', 'storage.db'));
  database.exec(`DELETE FROM owners; DELETE FROM entries;
    INSERT INTO entries VALUES
      ('["counter","tool-private","count","main"]', CAST('n' AS BLOB), '41', 3, NULL)`);
  database.close();
}

const install = (host: OpenHost, source: string) =>
  host.extensions.install(source, { storage: {} });

describe('what an extension stored (T-10)', () => {
  it('goes with it, and a new installation from the same place starts with nothing', async () => {
    await using host = await open(newProject());
    await install(host, './one');
    expect([await count(host), await count(host)]).toEqual(['1', '2']);
    expect(await host.extensions.uninstall('counter')).toMatchObject({
      ...{ wasInstalled: true, data: { became: 'removed', keys: 1 } },
    });
    await install(host, './one');
    expect(await count(host)).toBe('1');
  });

  it('stays for the same place if the operator says so, and no other place sees it', async () => {
    const folder = newProject();
    await using host = await open(folder);
    await install(host, './one');
    await count(host);
    await host.extensions.uninstall('counter', { keepData: true });
    await install(host, './two');
    expect(await count(host)).toBe('1');
    await host.extensions.uninstall('counter', { keepData: true });
    await install(host, 'one/');
    expect(await count(host)).toBe('2');
  });

  it('is not seen by code of the same id that is loaded from elsewhere without a lock file', async () => {
    const folder = newProject();
    const given = { lockFile: undefined, state: undefined };
    const load = async (source: string) => {
      await using host = await open(folder, given);
      await host.extensions.load({ package: source, grants: { storage: {} } });
      return await count(host);
    };
    expect(await load('./one')).toBe('1');
    expect(await load('./two')).toBe('1');
    expect(await load('./one')).toBe('2');
    await using host = await open(folder, given);
    await host.extensions.load({ id: 'counter', source: SOURCE, grants: { storage: {} } });
    expect(await count(host)).toBe('1');
  });

  it('goes on with an update from another place that the operator approved', async () => {
    const folder = newProject();
    {
      await using host = await open(folder);
      await install(host, './one');
      await count(host);
    }
    const config = { agents: { main: {} }, extensions: ['./two'] };
    {
      await using host = await open(folder, { config });
      // The approved code goes on, with what it stored.
      expect(await count(host)).toBe('2');
      expect(await host.extensions.approve('counter')).toMatchObject({ status: 'loaded' });
      expect(await count(host)).toBe('3');
      expect(readFileSync(join(folder, 'mortise.lock'), 'utf8')).toContain(
        '"storageSource": "./one"',
      );
    }
    await using again = await open(folder, { config });
    expect(await count(again)).toBe('4');
    await again.extensions.uninstall('counter');
    await install(again, './one');
    expect(await count(again)).toBe('1');
  });

  it('moves with its project, and is not seen from a copy that shares the state folder', async () => {
    const folder = newProject();
    {
      await using host = await open(folder);
      await install(host, './one');
      await count(host);
    }
    const moved = `${folder}-moved`;
    cpSync(folder, moved, { recursive: true });
    {
      await using host = await open(moved, {
        config: { agents: { main: {} }, extensions: ['./one'] },
      });
      expect(await count(host)).toBe('2');
    }
    await using shared = await open(moved, {
      ...{ stateDir: join(folder, '.mortise'), lockFile: join(moved, 'mortise.lock') },
      config: { agents: { main: {} }, extensions: ['./one'] },
    });
    expect(await count(shared)).toBe('1');
  });

  it('from before owners had sources is the installed extension’s, once', async () => {
    const folder = newProject();
    {
      await using host = await open(folder);
      await install(host, './one');
      await count(host);
    }
    const database = new DatabaseSync(join(folder, '.mortise', 'storage.db'));
    database.exec(`DELETE FROM owners;
      UPDATE entries SET namespace = '["counter","tool-private","count","main"]', value = '41'`);
    database.close();
    await using host = await open(folder, {
      config: { agents: { main: {} }, extensions: ['./one'] },
    });
    expect(await count(host)).toBe('42');
    await host.extensions.uninstall('counter', { keepData: true });
    await install(host, './two');
    expect(await count(host)).toBe('1');
  });

  it('goes with one that was unloaded before and is in no lock file', async () => {
    const config = {
      agents: { main: {} },
      extensions: [{ source: './one', grants: { storage: {} } }],
    };
    await using host = await open(newProject(), { config });
    expect(await count(host)).toBe('1');
    await host.extensions.unload('counter');
    expect(await host.extensions.uninstall('counter', { origin: './one' })).toMatchObject({
      data: { became: 'removed', keys: 1 },
    });
    await host.extensions.load({ package: './one', grants: { storage: {} } });
    expect(await count(host)).toBe('1');
  });

  it('from before owners had sources is not another’s that is installed now, whenever it may store', async () => {
    const folder = newProject();
    await using host = await open(folder);
    await storeWithoutSource(folder, host);
    await host.extensions.install('./two', {});
    await host.extensions.unload('counter');
    await host.extensions.load({ package: './two', grants: { storage: {} } });
    expect(await count(host)).toBe('1');
  });

  it('from before owners had sources goes with an extension that was switched off since', async () => {
    const folder = newProject();
    await using host = await open(folder);
    await install(host, './one');
    await host.extensions.disable('counter');
    await storeWithoutSource(folder, host);
    expect(await host.extensions.uninstall('counter')).toMatchObject({
      data: { became: 'removed', keys: 1 },
    });
    await host.extensions.load({ id: 'counter', source: SOURCE, grants: { storage: {} } });
    expect(await count(host)).toBe('1');
  });

  it('says from where it is found again that was kept', async () => {
    const folder = newProject();
    {
      await using host = await open(folder);
      await install(host, './one');
      await count(host);
    }
    const config = { agents: { main: {} }, extensions: ['./two'] };
    await using host = await open(folder, { config });
    await host.extensions.approve('counter');
    const removed = await host.extensions.uninstall('counter', { keepData: true });
    expect(removed).toMatchObject({ data: { became: 'kept', keys: 1 }, place: './one' });
    await install(host, removed.place ?? '');
    expect(await count(host)).toBe('2');
  });
});
