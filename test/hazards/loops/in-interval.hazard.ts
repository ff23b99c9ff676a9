import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'burns a little in every tick of many intervals',
  source: attackSource(`
    const burn = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
    for (let count = 0; count < 20; count += 1) setInterval(() => burn(5), 1);
    await ctx.sleep(3_500);
    return say('survived');`),
  expect: { code: 'cpu_limit' },
};
