import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'fetches with a declaration that nobody granted',
  source: toolSource(`
    capabilities: { network: { allowedHosts: ['*'] } },
    execute: async (id, params, ctx) => say(await ctx.fetch('http://169.254.169.254/')),`),
  expect: { code: 'capability_denied', message: /network.*grant/i },
};
