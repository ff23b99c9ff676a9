import { describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';

const register = (...names: string[]) =>
  `export default (api) => { ${names
    .map(
      (name) => `api.registerTool({ name: '${name}', description: '${name}',
        parameters: { type: 'object' }, execute: async () => ({ content: [] }) });`,
    )
    .join('\n')} };`;
const file = {
  ...{ name: 'file', description: 'f', schema: { type: 'object' } },
  execute: () => ({ ok: true, value: '' }) as const,
};
const config = { agents: { main: {} } };

describe('the tools in the state of an extension (F-2)', () => {
  it('are those it holds, at its load and after it, and the others are explained', async () => {
    await using host = await createHost({ config, tools: [file] });
    await host.extensions.load({ id: 'first', source: register('shared', 'own') });
    const second = await host.extensions.load({
      id: 'second',
      source: register('shared', 'FILE', 'mine'),
    });
    expect(second.tools).toEqual(['mine']);
    expect(second.diagnostics.map(({ code, subject }) => [code, subject])).toEqual([
      ['extension_name_clash', 'shared'],
      ['core_name_clash', 'FILE'],
    ]);
    const listed = () => host.extensions.list().find(({ id }) => id === 'second');
    expect(listed()?.tools).toEqual(['mine']);
    expect(host.diagnostics().map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['shared', 'FILE']),
    );
    await host.extensions.unload('first');
    expect(listed()?.tools).toEqual(['shared', 'mine']);
    expect(listed()?.diagnostics.map(({ subject }) => subject)).toEqual(['FILE']);
  });
});

describe('the quarantine of an extension (S-3)', () => {
  it('stands in its state, in the diagnostics and in explain, until it is over', async () => {
    let now = 1_700_000_000_000;
    const source = `export default (api) => api.registerTool({ name: 'burst', description: 'b',
      parameters: { type: 'object' }, execute: async () => 'x'.repeat(1 << 28).split('').length });`;
    await using host = await createHost({
      config,
      now: () => now,
      sandbox: { quarantine: { crashes: 1, baseMs: 60_000 } },
      extensions: [{ id: 'burster', source }],
    });
    const main = host.agent('main').session('s');
    const quarantines = () =>
      host.diagnostics().filter(({ code }) => code === 'extension_quarantined');
    const availability = async () => {
      const [burst] = await host.agent('main').session('other').explain('burst');
      return burst?.steps.find(({ phase }) => phase === 'availability');
    };
    expect(quarantines()).toEqual([]);
    expect(await availability()).toMatchObject({ verdict: 'pass' });
    await main.execute([{ id: '1', name: 'burst', args: {} }]);
    expect(host.extensions.list()).toMatchObject([
      { id: 'burster', status: 'loaded', quarantinedUntil: now + 60_000 },
    ]);
    expect(quarantines()).toMatchObject([{ subject: 'burster', severity: 'error' }]);
    expect(await availability()).toMatchObject({
      verdict: 'block',
      rule: expect.stringContaining('quarantined'),
    });
    now += 60_000;
    expect(quarantines()).toEqual([]);
    expect(host.extensions.list()[0]).not.toHaveProperty('quarantinedUntil');
    expect(await availability()).toMatchObject({ verdict: 'pass' });
  }, 30_000);
});
