import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a getter of what it asks the host',
  source: attackSource(`await ctx.storage.set('a', { get b() { for (;;); } });`),
  expect: { code: 'cpu_limit' },
};
