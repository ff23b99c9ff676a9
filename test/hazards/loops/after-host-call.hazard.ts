import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops after an answer of the host',
  source: attackSource(`
    await ctx.sleep(5);
    for (;;);`),
  expect: { code: 'cpu_limit' },
};
