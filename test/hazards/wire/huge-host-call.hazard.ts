import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks the host with an argument of 20 MB',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, ctx) => say(await ctx.storage.set('a', 'x'.repeat(20_000_000))),`),
  limits: { cpuMs: 5_000, heapBytes: 200_000_000 },
  grants: { storage: {} },
  expect: { code: 'host_call_limit' },
};
