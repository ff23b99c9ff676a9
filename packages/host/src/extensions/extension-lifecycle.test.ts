import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import { packFolder } from './build-folder.ts';
import { changeGrants } from './change-grants.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-lifecycle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ASKS = { network: { allowedHosts: ['api.example.com'], reason: 'forecasts' } };

function writePackage(version: string, answer: string, capabilities: object = ASKS): void {
  const path = join(folder, 'weather');
  mkdirSync(path, { recursive: true });
  const manifest = { id: 'weather', version, entry: 'index.ts', capabilities };
  writeFileSync(join(path, 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(
    join(path, 'index.ts'),
    `import { say } from './say.ts';
     export default (api: any) => api.registerTool({
       name: 'forecast', description: 'Weather', parameters: { type: 'object' },
       execute: async () => ({ content: [{ type: 'text', text: say() }] }),
     });`,
  );
  writeFileSync(
    join(path, 'say.ts'),
    `export const say = (): string => ${JSON.stringify(answer)};`,
  );
}

const open = () =>
  createHost({
    config: { agents: { main: {} }, extensions: ['./weather'] },
    workingDir: folder,
    lockFile: join(folder, 'mortise.lock'),
  });

async function ask(host: Awaited<ReturnType<typeof open>>): Promise<string | undefined> {
  const [result] = await host
    .agent('main')
    .session('s')
    .execute([{ id: '1', name: 'forecast', args: {} }]);
  return result?.ok === true ? result.text : result?.message;
}

describe('extensions that came as text (F-8)', () => {
  const source = 'export default () => {}';
  const shared = { capabilities: { storage: { scope: 'shared' } } } as const;

  it('stay known as what they are when their manifest is bad, whatever loads beside them', async () => {
    const bad = { id: 'bad', source, manifest: shared };
    const extensions = [{ id: 'first', source }, bad, { id: 'last', source }];
    await using host = await createHost({ extensions });
    const failed = { id: 'bad', status: 'failed', failure: { code: 'manifest_invalid' } };
    const loaded = { status: 'loaded' };
    expect(host.extensions.list()).toMatchObject([loaded, failed, loaded]);
    expect(await host.extensions.load(bad)).toMatchObject(failed);
  });
});

describe('an extension in a folder (E-10, F-8)', () => {
  it('is bundled, loaded and called; nothing it asks for is granted unasked', async () => {
    writePackage('1.0.0', 'sunny');
    await using host = await open();
    expect(await ask(host)).toBe('sunny');
    expect(host.extensions.list()).toMatchObject([
      { id: 'weather', status: 'loaded', version: '1.0.0', requested: ASKS, granted: {} },
    ]);
  });

  it('is a state with a code when its folder is not there', async () => {
    await using host = await open();
    expect(host.extensions.list()).toMatchObject([
      { status: 'failed', failure: { code: expect.any(String) } },
    ]);
  });
});

describe('an update of an installed extension', () => {
  const grants = { network: { allowedHosts: ['api.example.com'] } };
  const NETWORK = { network: { allowedHosts: ['https://api.example.com'] } };

  it('that asks for one more host stays on the old version until it is approved', async () => {
    writePackage('1.0.0', 'old');
    {
      await using host = await open();
      await host.extensions.install('./weather', grants);
    }
    writePackage('1.1.0', 'new', {
      network: { allowedHosts: ['api.example.com', 'evil.example'] },
    });
    await using host = await open();
    expect(await ask(host)).toBe('old');
    const [waiting] = host.extensions.list();
    expect(waiting?.waiting).toContain('needs approval');
    expect(waiting?.waiting).toContain('evil.example');
    expect(waiting?.granted.network?.allowedHosts).toEqual(['https://api.example.com']);
    await host.extensions.approve('weather');
    expect(await ask(host)).toBe('new');
    expect(host.extensions.list()).toMatchObject([
      {
        version: '1.1.0',
        granted: { network: { allowedHosts: ['https://api.example.com', 'https://evil.example'] } },
      },
    ]);
    expect(readFileSync(join(folder, 'mortise.lock'), 'utf8')).toContain('evil.example');
  });

  it.each([
    { version: '1.0.0', says: 'the same version' },
    { version: '1.0.1', says: 'a higher version' },
  ])('that is new code in a local folder under $says waits (S-10)', async ({ version }) => {
    writePackage('1.0.0', 'old');
    {
      await using host = await open();
      await host.extensions.install('./weather', grants);
    }
    writePackage(version, 'new');
    await using host = await open();
    expect(await ask(host)).toBe('old');
    expect(host.extensions.list()).toMatchObject([
      { version: '1.0.0', waiting: expect.stringContaining('code changed') },
    ]);
    expect(await host.extensions.approve('weather')).toMatchObject({ version, granted: NETWORK });
    expect(await ask(host)).toBe('new');
  });

  it('that is packed, brings new code and asks for nothing new is taken', async () => {
    const pack = async (version: string, answer: string) => {
      writePackage(version, answer);
      const packing = await packFolder(join(folder, 'weather'));
      if (packing.status === 'failed') throw new Error('It was not packed.');
      writeFileSync(join(folder, 'weather.tgz'), packing.packed.bytes);
    };
    const openPacked = () =>
      createHost({
        config: { agents: { main: {} }, extensions: ['./weather.tgz'] },
        ...{ workingDir: folder, lockFile: join(folder, 'mortise.lock') },
      });
    await pack('1.0.0', 'old');
    {
      await using host = await openPacked();
      await host.extensions.install('./weather.tgz', grants);
    }
    await pack('1.0.1', 'new');
    await using host = await openPacked();
    expect(await ask(host)).toBe('new');
    expect(host.extensions.list()).toMatchObject([{ version: '1.0.1', granted: NETWORK }]);
  });

  it('is approved only if it is what was reviewed', async () => {
    writePackage('1.0.0', 'old');
    await using host = await open();
    await host.extensions.install('./weather', grants);
    writePackage('1.0.1', 'reviewed');
    await host.extensions.load('./weather');
    const hash = (await host.extensions.waiting('weather'))?.hash ?? '';
    writePackage('1.0.1', 'swapped');
    await host.extensions.load('./weather');
    expect(await host.extensions.approve('weather', { hash })).toMatchObject({
      failure: { code: 'update_changed', hint: expect.stringContaining('approve weather') },
    });
    expect(await ask(host)).toBe('old');
    writePackage('1.0.1', 'reviewed');
    await host.extensions.load('./weather');
    await host.extensions.approve('weather', { hash });
    expect(await ask(host)).toBe('reviewed');
  });

  it('leaves refused what the operator had refused, and grants only what is new', async () => {
    const asks = { ...ASKS, storage: {}, secrets: { names: ['KEY'] } };
    writePackage('1.0.0', 'old', asks);
    await using host = await open();
    await host.extensions.install('./weather', grants);
    writePackage('2.0.0', 'new', {
      network: { allowedHosts: ['api.example.com', 'geo.example.com'] },
      storage: { quotaBytes: 9_000_000 },
      secrets: { names: ['KEY', 'OTHER'], hosts: { OTHER: ['geo.example.com'] } },
      attachments: { kinds: ['image'] },
    });
    await host.extensions.load('./weather');
    expect((await host.extensions.waiting('weather'))?.grantedAfter).toEqual({
      network: { allowedHosts: ['api.example.com', 'geo.example.com'] },
      attachments: { kinds: ['image'] },
    });
  });

  it('is granted less after a reload if another process took it back meanwhile (E-10)', async () => {
    writePackage('1.0.0', 'old');
    await using host = await open();
    await host.extensions.install('./weather', grants);
    expect(host.extensions.list()).toMatchObject([{ granted: NETWORK }]);
    await changeGrants(join(folder, 'mortise.lock'), 'weather', () => ({}));
    await host.reload({ agents: { main: {} }, extensions: ['./weather'] });
    expect(host.extensions.list()).toMatchObject([{ status: 'loaded', granted: {} }]);
  });

  it('keeps what the configuration grants apart: only the capability it names is replaced (E-10)', async () => {
    writePackage('1.0.0', 'old', { ...ASKS, storage: { quotaBytes: 9 } });
    await using host = await open();
    await host.extensions.install('./weather', { ...grants, storage: { quotaBytes: 5 } });
    const named = { package: './weather', grants: { storage: { quotaBytes: 7 } } };
    const state = await host.extensions.load(named);
    expect(state.granted).toMatchObject({ ...NETWORK, storage: { quotaBytes: 7 } });
  });

  it('that waits does not run for a moment, not even while it is looked at', async () => {
    writePackage('1.0.0', 'old');
    await using host = await open();
    await host.extensions.install('./weather', grants);
    writePackage('2.0.0', 'new', { storage: { quotaBytes: 10 } });
    const session = host.agent('main').session('s');
    const answers = new Set<unknown>();
    let isOver = false;
    const calling = (async () => {
      while (!isOver) {
        const [result] = await session.execute([{ id: '1', name: 'forecast', args: {} }]);
        answers.add(result?.ok === true ? result.text : result?.code);
      }
    })();
    await host.extensions.load('./weather');
    isOver = true;
    await calling;
    expect([...answers]).toEqual(['old']);
  });
});
