import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { HostOptions } from '../assembly/host-options.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-pruning-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DAY_MS = 86_400_000;
const SOURCE = `export default (api) => {
  const tool = (name, execute) => api.registerTool({ name, description: 'c',
    parameters: { type: 'object' }, capabilities: { storage: {} }, execute });
  tool('count', async (_id, _args, ctx) => {
    const n = ((await ctx.storage.get('n')) ?? 0) + 1;
    await ctx.storage.set('n', n);
    return { content: [{ type: 'text', text: String(n) }] };
  });
  tool('wait', async (_id, _args, ctx) => { await ctx.sleep(60_000); return 'over'; });
};`;

let projects = 0;
function newProject(): string {
  projects += 1;
  const folder = join(root, `project-${projects}`);
  mkdirSync(join(folder, 'counter'), { recursive: true });
  const capabilities = { storage: { reason: 'counts' } };
  const manifest = { id: 'counter', version: '1.0.0', entry: 'index.js', capabilities };
  writeFileSync(join(folder, 'counter', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'counter', 'index.js'), SOURCE);
  return folder;
}

const open = (folder: string, parts: HostOptions = {}) =>
  createHost({
    config: { agents: { main: {} } },
    workingDir: folder,
    stateDir: join(folder, '.mortise'),
    lockFile: join(folder, 'mortise.lock'),
    audit: join(folder, '.mortise', 'audit.jsonl'),
    sandbox: { spareRunners: 0 },
    ...parts,
  });

type OpenHost = Awaited<ReturnType<typeof open>>;

async function call(host: OpenHost, name: string, signal?: AbortSignal) {
  const session = host.agent('main').session('s');
  const options = signal === undefined ? {} : { signal };
  const [result] = await session.execute([{ id: 'c', name, args: {} }], options);
  return result?.ok === true ? result.text : result?.message;
}

async function pruned(host: OpenHost, dryRun = false): Promise<Record<string, number | string>> {
  const { parts } = await host.prune({ dryRun });
  const found = parts.filter(({ count, failure }) => count > 0 || failure !== undefined);
  return Object.fromEntries(found.map(({ what, count, failure }) => [what, failure ?? count]));
}

const age = (path: string, days: number) => {
  const then = new Date(Date.now() - days * DAY_MS);
  utimesSync(path, then, then);
};

describe('what an extension stored that is gone (T-11)', () => {
  it('goes when its time is over, not before, and not while it is configured, off or installed', async () => {
    const folder = newProject();
    const clock = { now: Date.now() };
    const now = () => clock.now;
    const source = { source: './counter', grants: { storage: {} } };
    const withCounter = (enabled: boolean) => ({
      agents: { main: {} },
      extensions: [{ ...source, enabled }],
    });
    const options = { now, lockFile: undefined } as unknown as HostOptions;
    {
      await using host = await open(folder, { ...options, config: withCounter(true) });
      expect(await call(host, 'count')).toBe('1');
      clock.now += 100 * DAY_MS;
      expect(await pruned(host)).toEqual({});
    }
    clock.now += 100 * DAY_MS;
    {
      await using host = await open(folder, { ...options, config: withCounter(false) });
      expect(await pruned(host)).toEqual({});
    }
    await using host = await open(folder, options);
    clock.now += 29 * DAY_MS;
    expect(await pruned(host)).toEqual({});
    clock.now += 2 * DAY_MS;
    expect(await pruned(host, true)).toEqual({ removedStorage: 1 });
    expect(await pruned(host)).toEqual({ removedStorage: 1 });
    expect(await pruned(host)).toEqual({});
  });

  it('stays if the operator kept it, until it is removed by its id', async () => {
    const clock = { now: Date.now() };
    await using host = await open(newProject(), { now: () => clock.now });
    await host.extensions.install('./counter', { storage: {} });
    await call(host, 'count');
    await host.extensions.uninstall('counter', { keepData: true });
    clock.now += 1_000 * DAY_MS;
    expect(await pruned(host)).not.toHaveProperty('removedStorage');
    expect(await host.extensions.removeStored('counter')).toMatchObject({ keys: 1 });
    expect(await host.extensions.removeStored('counter')).toMatchObject({ keys: 0 });
  });

  it('stays with all kept code while the lock file cannot be read, and that is said', async () => {
    const folder = newProject();
    const clock = { now: Date.now() };
    await using host = await open(folder, { now: () => clock.now });
    await host.extensions.install('./counter', { storage: {} });
    await call(host, 'count');
    clock.now += 1_000 * DAY_MS;
    const [bundle = ''] = readdirSync(join(folder, '.mortise', 'bundles'));
    writeFileSync(join(folder, 'mortise.lock'), '{');
    expect(await pruned(host)).toMatchObject({
      removedStorage: expect.stringContaining('not JSON'),
      bundles: expect.stringContaining('not JSON'),
    });
    expect(existsSync(join(folder, '.mortise', 'bundles', bundle))).toBe(true);
  });
});

describe('sessions (T-11)', () => {
  it('go by the rule of the configuration, also after a reload, and never with a call under way', async () => {
    const clock = { now: Date.now() };
    const config = (sessions: string) => ({
      ...{ retention: { sessions }, agents: { main: { allowed_toolkits: ['kit'] } } },
      toolkits: { kit: { tools: ['count'] } },
    });
    const extensions = [{ id: 'counter', source: SOURCE, grants: { storage: {} } }];
    await using host = await open(newProject(), {
      ...{ config: config('2d'), extensions, now: () => clock.now },
    });
    const load = { id: 'l', name: 'load_tools', args: { toolkit: 'kit' } };
    await host.agent('main').session('s').execute([load]);
    await host.agent('main').session('other').execute([load]);
    const stop = new AbortController();
    const waiting = call(host, 'wait', stop.signal);
    clock.now += 3 * DAY_MS;
    expect(await pruned(host)).toEqual({ sessions: 1 });
    stop.abort();
    await waiting;
    await host.reload(config('never'));
    expect(await pruned(host)).toEqual({});
    await host.reload(config('1d'));
    expect(await pruned(host)).toEqual({ sessions: 1 });
  });
});

describe('files (T-11)', () => {
  it('go when they are old, and those in use stay whatever their age', async () => {
    const folder = newProject();
    const state = join(folder, '.mortise');
    await using host = await open(folder);
    await host.extensions.install('./counter', { storage: {} });
    const [named = ''] = readdirSync(join(state, 'bundles'));
    // What has not the name of one of the host's own files is the operator's.
    const others = ['bundles/notes.json', 'state.db.backup-before-surgery', 'audit.jsonl.old'];
    for (const name of others) writeFileSync(join(state, name), 'x');
    mkdirSync(join(state, 'cache', 'f'.repeat(64)));
    for (const name of [...others, join('cache', 'f'.repeat(64))]) age(join(state, name), 500);
    for (const name of ['sha256-old.json', 'sha256-young.json']) {
      writeFileSync(join(state, 'bundles', name), '{}');
    }
    const old = [
      ...[named, 'sha256-old.json'].map((name) => join('bundles', name)),
      ...readdirSync(join(state, 'cache'))
        .filter((name) => name !== 'secret' && !name.startsWith('fff'))
        .map((name) => join('cache', name)),
    ];
    for (const name of ['state.db.backup-1', 'audit.jsonl.20200101T000000000Z-abcdef']) {
      writeFileSync(join(state, name), 'x');
      old.push(name);
    }
    for (const path of old) age(join(state, path), 500);
    writeFileSync(join(folder, 'mortise.config.draft-1-left'), 'x');
    const cached = readdirSync(join(state, 'cache')).length - 2;
    const expected = { bundles: 1, cache: cached, audit: 1, backups: 1, drafts: 1 };
    expect(await pruned(host, true)).toEqual(expected);
    expect(await pruned(host)).toEqual(expected);
    expect(await pruned(host)).toEqual({});
    expect(readdirSync(join(state, 'bundles')).toSorted()).toEqual(
      [named, 'notes.json', 'sha256-young.json'].toSorted(),
    );
    for (const name of others) expect(existsSync(join(state, name))).toBe(true);
    // In use now, for a host with another lock file as well.
    expect(Date.now() - statSync(join(state, 'bundles', named)).mtimeMs).toBeLessThan(DAY_MS);
  });

  it('go once where two hosts look at the same time', async () => {
    const folder = newProject();
    const state = join(folder, '.mortise');
    await using one = await open(folder);
    await using other = await open(folder);
    mkdirSync(join(state, 'bundles'), { recursive: true });
    for (let at = 0; at < 50; at += 1) {
      const path = join(state, 'bundles', `sha256-${at}.json`);
      writeFileSync(path, '{}');
      age(path, 500);
    }
    const counts = await Promise.all([pruned(one), pruned(other)]);
    expect(counts.reduce((sum, { bundles = 0 }) => sum + Number(bundles), 0)).toBe(50);
    expect(readdirSync(join(state, 'bundles'))).toEqual([]);
  });
});

describe('the audit log (T-11)', () => {
  it('goes on in a new file when it is large, loses no entry, and old files go by size', async () => {
    const folder = newProject();
    const state = join(folder, '.mortise');
    const extensions = [{ id: 'counter', source: SOURCE, grants: { storage: {} } }];
    const retention = { auditFileSize: '20KB', auditSize: '40KB' };
    const config = { agents: { main: {} }, retention };
    await using one = await open(folder, { config, extensions });
    await using other = await open(folder, { config, extensions });
    const rounds = 160;
    const isLog = (name: string) => /^audit\.jsonl(?:\.\d{8}T.*)?$/.test(name);
    const files = () => readdirSync(state).filter(isLog);
    const countCalls = () => {
      const text = files()
        .map((name) => readFileSync(join(state, name), 'utf8'))
        .join('');
      return text.split('\n').filter((line) => line.includes('"kind":"call"')).length;
    };
    for (let at = 1; at <= rounds; at += 1) {
      await Promise.all([call(one, 'count'), call(other, 'count')]);
      // What is written at once goes into one file, which must not be larger than all that are kept.
      if (at % 20 === 0) await expect.poll(countCalls, { timeout: 30_000 }).toBe(2 * at);
    }
    expect(files().length).toBeGreaterThan(3);
    expect(await one.audit.verify()).toMatchObject({ isIntact: true, notes: [] });
    expect(await pruned(one)).toMatchObject({ audit: expect.any(Number) });
    const left = files().filter((name) => name !== 'audit.jsonl');
    const bytes = left.reduce((sum, name) => sum + statSync(join(state, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(40_000);
    expect(left.length).toBeGreaterThan(0);
    expect(existsSync(join(state, 'audit.jsonl'))).toBe(true);
    expect(await one.audit.verify()).toMatchObject({ isIntact: true, notes: [{ code: 'pruned' }] });
  });
});
