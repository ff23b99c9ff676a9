import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'fetches with a grant that its tool does not declare',
  source: attackSource(`await ctx.fetch('http://127.0.0.1:1/');`),
  grants: { network: { allowedHosts: ['*'] } },
  expect: { code: 'capability_denied', message: /declare.*network/ },
};
