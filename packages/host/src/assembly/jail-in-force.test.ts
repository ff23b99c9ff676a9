import type { AuditEntry } from '@mortise/contracts';
import { createSandbox, type SandboxOptions } from '@mortise/sandbox';
import { describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';

const ECHO = `export default (api) => api.registerTool({ name: 'echo', description: 'd',
  parameters: { type: 'object' }, execute: async () => ({ content: [{ type: 'text', text: 'hi' }] }) });`;

/** A host on a machine without Landlock, with an extension, and what it recorded. */
async function openHostWithoutLandlock(jail: 'required' | 'preferred') {
  const recorded: AuditEntry[] = [];
  const host = await createHost({
    config: { sandbox: { jail }, agents: { main: {} } },
    audit: { record: (entry) => recorded.push(entry) },
    runner: (options: SandboxOptions) =>
      createSandbox({ ...options, jailTrial: { without: ['landlock'] } }),
    extensions: [{ id: 'ext', source: ECHO }],
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

  it('runs nothing of an extension if the configuration requires a jail, and says what to do', async () => {
    const { host, recorded } = await openHostWithoutLandlock('required');
    await using _host = host;
    const [extension] = host.extensions.list();
    expect(extension).toMatchObject({ status: 'failed', failure: { code: 'jail_missing' } });
    expect(extension?.failure?.hint).toContain('sandbox.jail: preferred');
    expect(recorded()).toMatchObject([{ decision: 'denied', target: 'required' }]);
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
