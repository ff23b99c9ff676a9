import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'sets timers in timers that set timers',
  source: attackSource(`
    const breed = () => { try { setTimeout(breed, 0); setTimeout(breed, 0); } catch {} for (let end = Date.now() + 1; Date.now() < end;); };
    breed();
    await ctx.sleep(3_500);
    return say('survived');`),
  expect: { code: 'cpu_limit' },
};
