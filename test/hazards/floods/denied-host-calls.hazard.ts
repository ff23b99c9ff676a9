import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks for what it is denied, for ever',
  source: attackSource(`for (;;) await ctx.process.run('sh').catch(() => 0);`),
  expect: { code: 'host_call_limit' },
};
