import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AuditEntry, ERROR_CODES } from '@mortise/contracts';
import { createSandbox, type SandboxOptions } from '@mortise/sandbox';
import { describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { HostOptions } from './host-options.ts';

/** A dozen processes, which all wait on a machine that is busy. */
const MANY_STARTS = { timeout: 120_000 };

const quiet = () => undefined;
const QUIET = { debug: quiet, info: quiet, warn: quiet, error: quiet };

const ECHO = `export default (api) => api.registerTool({ name: 'echo', description: 'd',
  parameters: { type: 'object' }, execute: async () => ({ content: [{ type: 'text', text: 'hi' }] }) });`;

/** A host on a machine without Landlock, with an extension, and what it recorded. */
async function openHostWithoutLandlock(
  jail: 'required' | 'preferred',
  options: Partial<HostOptions> = {},
) {
  const recorded: AuditEntry[] = [];
  const host = await createHost({
    config: { sandbox: { jail }, agents: { main: {} } },
    audit: { record: (entry) => recorded.push(entry) },
    runner: (options: SandboxOptions) =>
      createSandbox({ ...options, jailTrial: { without: ['landlock'] } }),
    extensions: [{ id: 'ext', source: ECHO }],
    ...options,
  });
  return { host, recorded: () => recorded.filter(({ action }) => action === 'sandbox.jail') };
}

const isLinux = process.platform === 'linux';

describe.skipIf(!isLinux)('a host on a machine without Landlock (S-8)', () => {
  it('runs extensions and says so in its status, its audit and the story of a tool', async () => {
    const { host, recorded } = await openHostWithoutLandlock('preferred');
    await using _host = host;
    const session = host.agent('main').session('s');
    const [result] = await session.execute([{ id: '1', name: 'echo', args: {} }]);
    expect(result?.ok).toBe(true);
    expect(host.sandboxStatus().jail).toMatchObject({ tier: 'preferred', state: 'off' });
    expect(recorded()).toMatchObject([
      { kind: 'permission', decision: 'allowed', target: 'preferred' },
    ]);
    const [story] = await session.explain('echo');
    expect(story?.steps.at(-1)).toMatchObject({ layer: 'sandbox', verdict: 'info' });
    expect(story?.steps.at(-1)?.rule).toMatch(/^in no jail: .*(Landlock|MORTISE_JAIL_HIDE)/);
  });

  it('says so in the story of a tool that another host has registered, before any of it has run', async () => {
    const cache = mkdtempSync(join(tmpdir(), 'mortise-told-'));
    try {
      await (await openHostWithoutLandlock('preferred', { cache })).host.close();
      const { host } = await openHostWithoutLandlock('preferred', { cache });
      await using _host = host;
      const [story] = await host.agent('main').session('s').explain('echo');
      expect(story?.steps.at(-1)?.rule).toMatch(/^in no jail: .*(Landlock|MORTISE_JAIL_HIDE)/);
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  });

  it('runs nothing of an extension if the configuration requires a jail, and says what to do', async () => {
    const { host, recorded } = await openHostWithoutLandlock('required');
    await using _host = host;
    const [extension] = host.extensions.list();
    expect(extension).toMatchObject({ status: 'failed', failure: { code: 'jail_missing' } });
    expect(extension?.failure?.hint).toContain('sandbox.jail: preferred');
    expect(recorded()).toMatchObject([{ decision: 'denied', target: 'required' }]);
    expect(host.diagnostics()).toMatchObject([
      { code: 'jail_missing', subject: 'jail', severity: 'error', path: 'sandbox.jail' },
      { code: 'jail_missing', subject: 'ext', severity: 'error' },
    ]);
  });

  it('offers no tool of an extension that another host has registered, and says why at every door', async ({
    skip,
  }) => {
    await using there = createSandbox({ logger: QUIET, now: Date.now });
    skip((await there.tryJail()).state !== 'on', 'the layers that are not hidden are missing, too');
    const cache = mkdtempSync(join(tmpdir(), 'mortise-unjailed-'));
    try {
      await (await openHostWithoutLandlock('preferred', { cache })).host.close();
      const core = {
        ...{ name: 'own', description: 'o', schema: { type: 'object' } },
        execute: () => ({ ok: true, value: 'own' }) as const,
      };
      const { host } = await openHostWithoutLandlock('required', { cache, tools: [core] });
      await using _host = host;
      expect(host.extensions.list()).toMatchObject([{ status: 'loaded' }]);
      expect(host.sandboxStatus().jail).toMatchObject({
        ...{ tier: 'required', state: 'off' },
        layers: { files: expect.stringMatching(/^off: /), no_new_privileges: 'on' },
      });
      const without = /^It would be without files, tcp, signals \([^;]+\)\.?$/;
      const [trouble, ...others] = host.diagnostics();
      expect(others).toEqual([]);
      const named = { code: 'jail_missing', severity: 'error', subject: 'jail' };
      expect(trouble).toMatchObject({ ...named, path: 'sandbox.jail' });
      const { summary } = ERROR_CODES.jail_missing;
      expect(trouble?.message.replace(`${summary} `, '')).toMatch(without);
      const session = host.agent('main').session('s');
      expect((await session.surface()).active.map(({ name }) => name)).toEqual(['own']);
      const [story] = await session.explain('echo');
      expect(story).toMatchObject({ state: 'unavailable' });
      const blocked = story?.steps.filter(({ verdict }) => verdict === 'block');
      expect(blocked).toMatchObject([{ phase: 'availability', path: 'sandbox.jail' }]);
      const results = await session.execute([
        { id: '1', name: 'echo', args: {} },
        { id: '2', name: 'own', args: {} },
      ]);
      expect(results).toMatchObject([{ ok: false, code: 'jail_missing' }, { ok: true }]);
      // Nothing that runs guests starts beside a jail, not even to wait.
      await pause(300);
      expect(host.sandboxStatus().runners.filter(({ state }) => state !== 'starting')).toEqual([]);
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  });

  it('takes its tools up by itself when a runner gets its jail', MANY_STARTS, async ({ skip }) => {
    await using there = createSandbox({ logger: QUIET, now: Date.now });
    skip((await there.tryJail()).state !== 'on', 'no jail can be made here');
    const folder = mkdtempSync(join(tmpdir(), 'mortise-late-jail-'));
    const cache = join(folder, 'cache');
    const addonFolder = join(folder, 'addon');
    try {
      await (await openHostWithoutLandlock('preferred', { cache })).host.close();
      mkdirSync(join(folder, 'late'));
      const manifest = JSON.stringify({ id: 'late', entry: 'index.js' });
      writeFileSync(join(folder, 'late', 'mortise.json'), manifest);
      writeFileSync(join(folder, 'late', 'index.js'), ECHO.replace("'echo'", "'late'"));
      const { host, recorded } = await openHostWithoutLandlock('required', {
        cache,
        config: {
          sandbox: { jail: 'required' },
          extensions: [join(folder, 'late')],
          agents: { main: {} },
        },
        extensions: [
          { id: 'ext', source: ECHO },
          { id: 'new', source: ECHO.replace("'echo'", "'new'") },
        ],
        runner: (options) =>
          createSandbox({ ...options, jailTrial: { addonFolder, retryMs: 100 } }),
      });
      await using _host = host;
      const session = host.agent('main').session('s');
      expect((await session.surface()).active).toEqual([]);
      let changes = 0;
      host.onChange(() => {
        changes += 1;
      });
      const name = `@koromix/koffi-linux-${process.arch}`;
      const require = createRequire(createRequire(import.meta.url).resolve('@mortise/processes'));
      cpSync(dirname(require.resolve(`${name}/package.json`)), addonFolder, { recursive: true });
      await expect.poll(() => host.diagnostics(), { timeout: 60_000 }).toEqual([]);
      expect(changes).toBeGreaterThan(0);
      await session.beginRequest();
      const [result] = await session.execute([{ id: '1', name: 'echo', args: {} }]);
      expect(result).toMatchObject({ ok: true });
      const states = host.extensions.list().map(({ id, status }) => `${id} ${status}`);
      expect(states.toSorted()).toEqual(['ext loaded', 'late loaded', 'new loaded']);
      expect(recorded().map(({ decision }) => decision)).toEqual(['denied', 'allowed']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('an extension without a compiler (S-8)', () => {
  it('is shown as such in its status and the story of its tool, and others are not', async () => {
    await using host = await createHost({
      config: { agents: { main: {} } },
      extensions: [
        { id: 'doubted', source: ECHO, jit: 'off' },
        { id: 'trusted', source: ECHO.replace("'echo'", "'other'") },
      ],
    });
    const shown = host.sandboxStatus().extensions.map(({ id, jit }) => `${id} ${jit}`);
    expect(shown.toSorted()).toEqual(['doubted off', 'trusted on']);
    const session = host.agent('main').session('s');
    const rules = async (tool: string) =>
      (await session.explain(tool)).flatMap(({ steps }) => steps.map(({ rule }) => rule)).join();
    expect(await rules('echo')).toContain('without a compiler (jit: off)');
    expect(await rules('other')).not.toContain('without a compiler');
  });
});
