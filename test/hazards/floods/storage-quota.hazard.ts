import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'fills its storage beyond its quota',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, ctx) => { for (let key = 0; ; key += 1) await ctx.storage.set('key' + key, 'x'.repeat(1_000)); },`),
  grants: { storage: { quotaBytes: 10_000 } },
  expect: { code: 'capability_failed', message: /storage is full/i },
};
