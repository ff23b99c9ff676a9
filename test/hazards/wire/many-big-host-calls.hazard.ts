import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks the host two hundred times with 6 MB of small arrays each',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, ctx) => {
      const big = Array.from({ length: 2_000_000 }, () => []);
      for (let count = 0; count < 190; count += 1) await ctx.storage.set('a', big).catch(() => 0);
      return say('asked');
    },`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 200_000_000 },
  grants: { storage: {} },
  expect: { code: 'host_call_limit' },
};
