import { describe, expect, it } from 'vitest';
import { loadoutsOfConfig } from './loadouts-of-config.ts';
import { createLoadout } from './tool-loadout.ts';

describe('loadoutsOfConfig (J-2, J-7)', () => {
  it('leaves out what shadows a built-in and says so, and keeps the rest', () => {
    const { loadouts, diagnostics } = loadoutsOfConfig({
      agents: [],
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
});
