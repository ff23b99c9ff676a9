import { describe, expect, it } from 'vitest';
import { loadoutsOfConfig } from './loadouts-of-config.ts';
import { createLoadout } from './tool-loadout.ts';

describe('loadoutsOfConfig (J-2, J-7)', () => {
  it('leaves out what shadows a built-in and says so, and keeps the rest', () => {
    const { loadouts, diagnostics } = loadoutsOfConfig({
      agents: [],
      strict: false,
      loadouts: [
        { loadout: createLoadout({ name: 'Full' }), path: 'loadouts[0]', override: false },
        { loadout: createLoadout({ name: 'ops' }), path: 'loadouts[1]', override: false },
        { loadout: createLoadout({ name: 'minimal' }), path: 'loadouts[2]', override: true },
      ],
    });
    expect(diagnostics).toMatchObject([{ code: 'loadout_shadowed', path: 'loadouts[0]' }]);
    expect(loadouts.getLoadout('full')?.includedCategories).toHaveLength(13);
    expect(loadouts.getLoadout('OPS')?.name).toBe('ops');
    expect(loadouts.getLoadout('minimal')?.includedCategories).toHaveLength(0);
  });

  it.each([
    [false, 'warning'],
    [true, 'error'],
  ] as const)(
    'with strict %s, calls broken loadouts a %s, each at its place (J-4)',
    (strict, severity) => {
      const agent = { metadata: {}, policy: { path: 'agents.x.tools', byProvider: [] } };
      const { loadouts, diagnostics } = loadoutsOfConfig({
        strict,
        agents: [
          {
            ...agent,
            id: 'x',
            path: 'agents.x',
            loadout: { name: 'nope', path: 'agents.x.loadout' },
          },
        ],
        loadouts: [
          {
            loadout: createLoadout({ name: 'a', parent: 'b' }),
            path: 'loadouts.a',
            override: false,
          },
          {
            loadout: createLoadout({ name: 'b', parent: 'a' }),
            path: 'loadouts.b',
            override: false,
          },
          {
            loadout: createLoadout({ name: 'orphan', parent: 'gone', defaultPlugins: ['git'] }),
            path: 'loadouts.orphan',
            override: false,
          },
        ],
      });
      expect(diagnostics.map((each) => [each.code, each.path, each.severity])).toEqual([
        ['loadout_cycle', 'loadouts.b.parent', severity],
        ['loadout_cycle', 'loadouts.a.parent', severity],
        ['loadout_parent_unknown', 'loadouts.orphan.parent', severity],
        ['loadout_unknown', 'agents.x.loadout', severity],
      ]);
      expect([...loadouts.resolveActivePlugins('nope', ['git'])]).toEqual([]);
      expect([...loadouts.resolveActivePlugins('orphan', ['git', 'web'])]).toEqual(['git']);
    },
  );
});
