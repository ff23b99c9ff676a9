import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks the host more often than it may, one after the other',
  source: attackSource(`for (;;) await ctx.sleep(0);`),
  expect: { code: 'host_call_limit' },
};
