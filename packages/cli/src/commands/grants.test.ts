import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-grants-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const mortise = (...words: string[]) => typeCommand(words, { cwd: root });

const lock = () => readFileSync(join(root, 'mortise.lock'), 'utf8');
const grantedIn = () =>
  (JSON.parse(lock()) as { extensions: { weather: { granted: object } } }).extensions.weather
    .granted;

function writeExtension({ answer = 'one', hosts = ['a.test', 'b.test'] } = {}): void {
  mkdirSync(join(root, 'weather'), { recursive: true });
  const capabilities = {
    network: { allowedHosts: hosts, reason: 'why\n  grant?   all of it\u001b[2K' },
    secrets: { names: ['KEY', 'LOOSE'], hosts: { KEY: ['a.test'] } },
    storage: { reason: 'r'.repeat(500) },
    fs_reach: { read: ['*'] },
    process: { allowedBinaries: ['gi\u0442', 'x\n  granted  nothing'] },
  };
  const manifest = { id: 'weather', version: '1.0.0', entry: 'index.ts', capabilities };
  writeFileSync(join(root, 'weather', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(
    join(root, 'weather', 'index.ts'),
    `export default (api: any) => api.registerTool({ name: 'forecast', description: 'd',
       parameters: { type: 'object' }, capabilities: { storage: {} },
       execute: async (_id: string, _args: object, ctx: any) => {
         await ctx.storage.set('k', 1);
         return { content: [{ type: 'text', text: '${answer}' }] };
       } }, { optional: true });`,
  );
}

beforeAll(() => {
  const agents = { main: { tools: { profile: 'none', alsoAllow: [] } } };
  writeFileSync(join(root, 'mortise.config.json'), JSON.stringify({ agents }, null, 2));
  writeExtension();
});

describe('grants from the command line (E-10, F-5b)', () => {
  it('are asked for in plain words that no text of the extension can add a line to', async () => {
    const { exit, err } = await mortise('add', './weather');
    expect(exit).toBe(2);
    expect(err).toContain('GET, HEAD https://a.test');
    expect(err).toContain('KEY, sent to https://a.test only, in the header');
    expect(err).toContain('LOOSE, bound to no host: it is sent nowhere');
    expect(err).toContain(`reads everything below ${root}`);
    expect(err).toContain('runs "gi\\u{442}" outside of the sandbox');
    expect(err).toContain('forecast ~');
    expect(err).toContain('(optional)');
    expect(err).toContain('nothing changes; allow what they should have');
    expect(err).toContain('--grant all');
    expect(err.split('\n').filter((line) => /^ *(?:grant\?|granted)/.test(line))).toEqual([]);
    expect(Math.max(...err.split('\n').map((line) => line.length))).toBeLessThan(500);
    expect(() => lock()).toThrow('ENOENT');
  });

  it('are given by capability, bind secrets to their own hosts, and name what to do next', async () => {
    const { exit, out } = await mortise(
      'add',
      './weather',
      '--grant',
      'network',
      'secrets',
      'storage',
    );
    expect(exit).toBe(0);
    expect(out).toContain('mortise allow <agent> forecast');
    expect(grantedIn()).toEqual({
      network: { allowedHosts: ['a.test', 'b.test'] },
      secrets: [
        { name: 'KEY', hosts: ['a.test'] },
        { name: 'LOOSE', hosts: [] },
      ],
      storage: {},
    });
    expect(await mortise('add', './weather', '--grant', 'process', 'nonsense')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('does not ask for "nonsense"'),
    });
  });

  it('are shown as asked, granted and used, with the command that would help', async () => {
    await mortise('allow', 'main', 'forecast');
    expect((await mortise('call', 'forecast')).exit).toBe(0);
    const { out } = await mortise('grants', 'weather');
    expect(out).toMatch(
      /granted +storage +keeps up to 1MB per agent +used 1 ×, last .* mortise\.lock/,
    );
    expect(out).toContain(`mortise grant weather fs_reach read:${root}`);
    expect(out).not.toContain('mortise grant weather network');
    expect(
      out.split('\n').filter((line) => !/^(?:weather| {2}(?:granted|asked) )/.test(line)),
    ).toEqual([]);
  });

  it('are edited one by one, and only to what is asked for', async () => {
    expect(await mortise('grant', 'weather', 'fs_reach', 'read:weather')).toMatchObject({
      exit: 0,
      out: expect.stringContaining(`reads everything below ${join(root, 'weather')}`),
    });
    expect((await mortise('revoke', 'weather', 'network', 'https://b.test')).exit).toBe(0);
    expect((await mortise('revoke', 'weather', 'secrets')).exit).toBe(0);
    expect(grantedIn()).toEqual({
      network: { allowedHosts: ['a.test'] },
      storage: {},
      fs_reach: { read: [join(root, 'weather')] },
    });
    const before = lock();
    for (const words of [
      ['grant', 'weather', 'network', 'evil.test'],
      ['grant', 'weather', 'network', 'not a host'],
      ['grant', 'weather', 'netwrk', 'a.test'],
      ['grant', 'wether', 'network', 'a.test'],
      ['revoke', 'weather', 'network', 'b.test'],
      ['revoke', 'weather', 'network', 'POST'],
      ['grant', 'weather', 'network', '*'],
      ['grant', 'weather', 'network', '*.test'],
      ['grant', 'weather', 'secrets', 'KEY@evil.test'],
    ]) {
      expect(await mortise(...words)).toMatchObject({
        exit: 2,
        err: expect.stringContaining('hint:'),
      });
    }
    expect(lock()).toBe(before);
  });

  it('of the configuration count for their capability, and are edited where they stand', async () => {
    const path = join(root, 'mortise.config.json');
    const text = readFileSync(path, 'utf8');
    const grants = { network: { allowedHosts: ['a.test', 'b.test'] } };
    const named = { source: './weather', grants };
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(text) as object), extensions: [named] }));
    const before = lock();
    const { out } = await mortise('revoke', 'weather', 'network', 'a.test');
    expect(out).toContain(path);
    expect(out).toContain('storage');
    expect(readFileSync(path, 'utf8')).not.toContain('a.test');
    expect(lock()).toBe(before);
    writeFileSync(path, text);
  });
});

describe('grants of an extension that no lock file pins (E-10, F-5b)', () => {
  it('are shown, with the command that pins it, and edited in the configuration alone', async () => {
    const folder = join(root, 'loose');
    mkdirSync(folder);
    const grants = { network: { allowedHosts: ['a.test', 'b.test'] } };
    const config = join(folder, 'mortise.config.json');
    writeFileSync(config, JSON.stringify({ extensions: [{ source: '../weather', grants }] }));
    const shown = await mortise('grants', '--config', config);
    expect(shown.out).toMatch(/weather 1\.0\.0 +not pinned: mortise add \.\.\/weather/);
    expect(shown.out).toMatch(/granted +network +GET, HEAD https:\/\/a\.test .* configuration/);
    expect(shown.out).toContain('mortise grant weather storage 1MB');
    const words = ['weather', 'network', 'a.test', '--config', config];
    expect((await mortise('revoke', ...words)).exit).toBe(0);
    expect(readFileSync(config, 'utf8')).not.toContain('a.test');
    const refused = await mortise('grant', 'weather', 'storage', '1MB', '--config', config);
    expect(refused).toMatchObject({ exit: 2, err: expect.stringContaining('mortise add ') });
  });
});

describe('an approval from the command line (S-10)', () => {
  it('takes what was shown by its hash, and asks again for anything else', async () => {
    writeExtension({ answer: 'two', hosts: ['a.test', 'b.test', 'c.test'] });
    expect(await mortise('approve', 'weather')).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/\+ +network +GET, HEAD https:\/\/c\.test[\s\S]*--hash sha256-/),
    });
    const shown = await mortise('update');
    expect(shown.out).toContain('mortise approve weather --hash sha256-');
    writeExtension({ answer: 'three', hosts: ['a.test', 'b.test', 'c.test'] });
    const refused = await mortise('approve', 'weather');
    expect(refused).toMatchObject({ exit: 2, err: expect.stringContaining('not what') });
    const hash = /--hash (sha256-\w+)/.exec(refused.err)?.[1] ?? '';
    expect((await mortise('approve', 'weather', '--hash', hash)).exit).toBe(0);
    expect((await mortise('call', 'forecast')).out).toContain('three');
    expect(grantedIn()).toMatchObject({ network: { allowedHosts: ['a.test', 'c.test'] } });
  });

  it('is not needed to take out what a killed command left in the lock file', async () => {
    const path = join(root, 'mortise.config.json');
    const { extensions: _gone, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as {
      extensions: unknown;
    };
    writeFileSync(path, JSON.stringify(rest));
    expect((await mortise('remove', 'weather')).exit).toBe(0);
    expect(lock()).not.toContain('weather');
  });
});
