import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a timer',
  source: attackSource(`
    setTimeout(() => { for (;;); }, 1);
    await ctx.sleep(3_000);
    return say('survived');`),
  expect: { code: 'cpu_limit' },
};
