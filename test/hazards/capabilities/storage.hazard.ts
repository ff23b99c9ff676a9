import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'stores without a grant',
  source: attackSource(`await ctx.storage.set('a', 1);`),
  expect: { code: 'capability_denied', message: /storage/ },
};
