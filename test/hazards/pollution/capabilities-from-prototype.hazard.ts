import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'declares a capability on a prototype and asks for it without a grant',
  source: toolSource(`
    capabilities: Object.create({ storage: {} }),
    execute: async (id, params, ctx) => say(JSON.stringify(await ctx.storage.set('a', 1))),`),
  expect: { code: 'capability_denied', message: /storage/ },
};
