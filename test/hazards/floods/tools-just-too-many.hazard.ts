import { LIMITS } from '@mortise/contracts';
import { expect } from 'vitest';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'registers more tools than it may: those beyond are left out',
  script: async (stage) => {
    const state = await stage.load({
      source: `export default (api) => { for (let count = 0; count < 500; count += 1)
        api.registerTool({ name: 't' + count, description: 'x', parameters: { type: 'object' }, execute() {} }); };`,
    });
    expect(state.failure).toBeUndefined();
    expect(state.tools).toHaveLength(LIMITS.toolsPerExtension.standard);
    expect(state.diagnostics.every(({ code }) => code === 'tool_invalid')).toBe(true);
  },
};
