import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in toJSON of its structured result',
  source: attackSource(`return { ...say('x'), structured: { toJSON() { for (;;); } } };`),
  expect: { code: 'cpu_limit' },
};
