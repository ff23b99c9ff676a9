import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'sets timers with delays that are frames',
  source: attackSource(String.raw`
    for (const ms of ['5\nreturned\t1\t{}', { valueOf: () => 1 }, NaN, -1, Infinity, 1e300, '9', null, [1], 1e-320])
      setTimeout(() => 0, ms);
    clearTimeout('1\nreturned\t1\t{}');
    clearTimeout({ toString: () => '1' });
    await ctx.sleep(5);
    return say('answered');`),
  expect: { text: 'answered' },
};
