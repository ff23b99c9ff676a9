import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'is replaced by a version that loops while it loads: the old one stays',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(`return say('old');`) });
    const state = await stage.load({ source: 'for (;;);', limits: { loadMs: 500 } });
    expect(state.failure?.code).toBe('load_timeout');
    expectText(await stage.call(), 'old');
  },
};
