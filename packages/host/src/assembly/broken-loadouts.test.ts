import type { Tool } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';

const tool = (name: string): Tool => ({
  name,
  description: `Does ${name}`,
  schema: { type: 'object' },
  execute: async () => ({ ok: true, value: name }),
});
const tools = [tool('git'), tool('read')];

const BROKEN = [
  ['an unknown loadout', { agents: { a: { loadout: 'nope' }, b: {} } }, 'loadout_unknown', []],
  [
    'an unknown parent',
    {
      loadouts: { mine: { parent: 'nope', plugins: ['git'] } },
      agents: { a: { loadout: 'mine' }, b: {} },
    },
    'loadout_parent_unknown',
    ['git'],
  ],
  [
    'a circle',
    {
      loadouts: { x: { parent: 'y', plugins: ['git'] }, y: { parent: 'x', plugins: ['read'] } },
      agents: { a: { loadout: 'x' }, b: {} },
    },
    'loadout_cycle',
    ['git', 'read'],
  ],
] as const;

describe.each(BROKEN)('a configuration with %s (J-4)', (_what, config, code, selected) => {
  it('stops nothing: the agent has what could be found, the others have all of theirs', async () => {
    await using host = await createHost({ config, tools });
    const active = async (agent: string) =>
      (await host.agent(agent).withoutSession().surface()).active.map(({ name }) => name);
    expect(await active('a')).toEqual(selected);
    expect(await active('b')).toEqual(['git', 'read']);
    expect(await host.reload(config)).toMatchObject({ status: 'accepted' });
    const found = host.diagnostics().filter((each) => each.code === code);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toMatchObject({ severity: 'warning' });
  });

  it('is an error of validate, and of strict mode', async () => {
    await using host = await createHost({ config, tools });
    const codes = host.validate().flatMap((each) => (each.severity === 'error' ? each.code : []));
    expect(new Set(codes)).toEqual(new Set([code]));
    await expect(createHost({ config: { ...config, strict: true }, tools })).rejects.toThrow();
    expect(await host.reload({ ...config, strict: true })).toMatchObject({ status: 'refused' });
  });
});
