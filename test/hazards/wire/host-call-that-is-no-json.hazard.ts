import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks the host with a function, a cycle and a BigInt',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, ctx) => {
      const cycle = {}; cycle.cycle = cycle;
      const seen = [];
      for (const value of [cycle, 1n, () => 0]) seen.push(await ctx.storage.set('a', value).then((each) => JSON.stringify(each), (error) => error.name));
      return say(seen.join(' '));
    },`),
  grants: { storage: {} },
  expect: { text: 'TypeError TypeError null' },
};
