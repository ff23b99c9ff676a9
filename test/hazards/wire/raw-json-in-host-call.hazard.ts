import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks the host with a number that no double can hold',
  source: attackSource(`await ctx.sleep(JSON.rawJSON('1e1000')); return say('slept');`),
  expect: { code: 'capability_failed' },
};
