import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops and catches whatever ends it',
  source: attackSource(`for (;;) try { for (;;); } catch {} finally { for (;;); }`),
  expect: { code: 'cpu_limit' },
};
