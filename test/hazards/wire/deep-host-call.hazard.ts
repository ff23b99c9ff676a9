import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks the host with an argument of 100,000 levels',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, ctx) => {
      let deep = [];
      for (let level = 0; level < 3_000; level += 1) deep = [deep];
      return say(await ctx.storage.set('a', deep));
    },`),
  limits: { cpuMs: 5_000 },
  grants: { storage: {} },
  expect: { code: 'capability_failed' },
};
