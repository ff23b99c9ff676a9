import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportAll } from '@mortise/processes';
import { afterAll, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../api/sandbox-api.ts';
import { findJailFault } from '../jail-fixture.ts';
import { openSandboxFixture, summarise } from '../sandbox-fixture.ts';
import { Jail } from './jail.ts';

const PING = { ping: `return text('pong')` };
const NO_ADDON = mkdtempSync(join(tmpdir(), 'mortise-no-addon-'));
afterAll(() => rmSync(NO_ADDON, { recursive: true }));
const fault = await findJailFault();
const whereJailed = it.skipIf(fault !== undefined);

/** Loads a tool and calls it; what came of it, and what the sandbox says of its jail. */
async function tryJail(options: Partial<SandboxOptions>) {
  await using fixture = openSandboxFixture(options);
  const loaded = await fixture.loadTools('a', PING);
  const answer = summarise(await fixture.call('a', 'ping'));
  return { loaded, answer, jail: fixture.sandbox.status().jail };
}

describe(`the jail of runners (S-8)${fault === undefined ? '' : `; skipped here: ${fault}`}`, () => {
  whereJailed('holds in every layer, each tried before the first guest runs', async () => {
    const { answer, jail } = await tryJail({ jail: 'required' });
    expect(answer).toBe('pong');
    const isRoot = process.geteuid?.() === 0;
    expect(jail).toMatchObject({ tier: 'required', state: 'on' });
    const { user, mounts, network, ...others } = jail.layers;
    const ofRoot = isRoot
      ? /^(on|off: (the machine|other users|hidden by) )/
      : /^off: the host is not root$/;
    for (const said of [user, mounts, network]) expect(said).toMatch(ofRoot);
    expect(new Set(Object.values(others))).toEqual(new Set(['on']));
  });

  whereJailed('holds whatever a host lets others do with new files (umask 077)', async () => {
    const before = process.umask(0o077);
    try {
      const { answer, jail } = await tryJail({ jail: 'required' });
      expect(answer).toBe('pong');
      expect(jail.state).toBe('on');
    } finally {
      process.umask(before);
    }
  });

  whereJailed('says which layers a kernel without Landlock lacks, and goes on', async () => {
    const { answer, jail } = await tryJail({ jailTrial: { without: ['landlock'] } });
    expect(answer).toBe('pong');
    const missing = 'off: the kernel has no Landlock';
    expect(jail).toMatchObject({ state: 'off', layers: { files: missing, system_calls: 'on' } });
  });

  whereJailed('says that a machine allows no namespaces, and holds without them', async () => {
    const { answer, jail } = await tryJail({ jailTrial: { without: ['namespaces'] } });
    expect(answer).toBe('pong');
    expect(jail.state).toBe('on');
    for (const layer of ['mounts', 'network'])
      expect(jail.layers[layer]).toMatch(/^off: (the machine allows no namespaces|hidden by \w+)$/);
  });

  whereJailed('says that there is no filter for system calls', async () => {
    const { answer, jail } = await tryJail({ jailTrial: { without: ['seccomp'] } });
    expect(answer).toBe('pong');
    expect(jail.layers).toMatchObject({ files: 'on', no_new_privileges: 'on' });
    expect(jail.layers['system_calls']).toBe('off: the kernel has no seccomp');
  });

  it('is off where its native part cannot be loaded, and calls are answered', async () => {
    const { answer, jail } = await tryJail({ jailTrial: { addonFolder: NO_ADDON } });
    expect(answer).toBe('pong');
    expect(jail).toMatchObject({ tier: 'preferred', state: 'off' });
    expect(jail.layers['files']).toMatch(/^off: /);
  });

  whereJailed('is not given up for a launcher that failed after others had made one', () => {
    const jail = new Jail({ tier: 'preferred' });
    jail.noteReport(JSON.stringify(reportAll('on')), 0);
    jail.noteFault({ reason: 'out of memory' });
    expect(jail.status.state).toBe('on');
  });

  it('is off if it was switched off', async () => {
    const { answer, jail } = await tryJail({ jail: 'off' });
    expect(answer).toBe('pong');
    expect(jail).toMatchObject({ tier: 'off', state: 'off' });
  });

  it.each([
    { lacks: 'its native part', jailTrial: { addonFolder: NO_ADDON } },
    { lacks: 'Landlock', jailTrial: { without: ['landlock'] as const } },
    { lacks: 'seccomp', jailTrial: { without: ['seccomp'] as const } },
  ])('refuses to run anything without $lacks if it is required', async ({ jailTrial }) => {
    const { loaded, answer } = await tryJail({ jail: 'required', jailTrial });
    expect(loaded).toMatchObject({ status: 'failed', code: 'jail_missing' });
    expect(answer).toBe('extension_unavailable');
  });

  whereJailed('names what lacks and nothing else where it refuses to run anything', async () => {
    const jailTrial = { without: ['seccomp'] as const };
    const { jail } = await tryJail({ jail: 'required', jailTrial });
    expect(jail).toMatchObject({ tier: 'required', state: 'off' });
    const missing = 'off: the kernel has no seccomp';
    const held = { files: 'on', no_new_privileges: 'on', limits: 'on' };
    expect(jail.layers).toMatchObject({ ...held, system_calls: missing });
  });

  it('throws nothing for a runtime that is gone: a runner starts in a timer, and would end the host', () => {
    const gone = (name: string) => join(NO_ADDON, 'gone', name);
    const files = {
      ...{ directory: gone(''), runner: gone('runner.js'), launcher: gone('launcher.js') },
      ...{ snapshot: gone('snapshot'), addon: gone('addon.node') },
    };
    const jail = new Jail({ tier: 'preferred' });
    expect(() => jail.launchArguments(files)).not.toThrow();
  });
});
