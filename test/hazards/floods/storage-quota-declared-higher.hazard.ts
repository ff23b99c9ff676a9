import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'declares a quota higher than its grant',
  source: toolSource(`
    capabilities: { storage: { quotaBytes: 1e12 } },
    execute: async (id, params, ctx) => say(await ctx.storage.set('a', 'x'.repeat(5_000))),`),
  grants: { storage: { quotaBytes: 1_000 } },
  expect: { code: 'capability_failed', message: /storage is full/i },
};
