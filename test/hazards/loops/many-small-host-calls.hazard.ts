import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'burns its CPU in small pieces between host calls',
  source: attackSource(
    `for (;;) { const end = Date.now() + 20; while (Date.now() < end); await ctx.sleep(0); }`,
  ),
  limits: { hostCallsPerCall: 10_000 },
  expect: { code: 'cpu_limit' },
};
