import { expect } from 'vitest';
import type { Hazard } from '../hazard.ts';

/** An operator reads them; a flood of them would hide what matters. */
const MOST_DIAGNOSTICS = 500;

export const hazard: Hazard = {
  title: 'registers things that are no tools, tens of thousands of them, to flood the diagnostics',
  script: async (stage) => {
    const state = await stage.load({
      limits: { loadMs: 8_000 },
      source: `export default (api) => api.registerTool(() => Array.from({ length: 60_000 }, (_, n) => n));`,
    });
    expect(state.tools).toEqual([]);
    expect(state.diagnostics.length).toBeLessThanOrEqual(MOST_DIAGNOSTICS);
  },
};
