import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'fills its storage with keys and empty values',
  source: toolSource(`
    capabilities: { storage: {} },
    execute: async (id, params, ctx) => { for (let key = 0; ; key += 1) await ctx.storage.set('k'.repeat(200) + key, null); },`),
  grants: { storage: { quotaBytes: 10_000 } },
  expect: { code: 'capability_failed', message: /storage is full/i },
};
