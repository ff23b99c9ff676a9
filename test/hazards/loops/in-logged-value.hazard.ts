import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in toJSON of something it logs',
  source: attackSource(`console.log({ toJSON() { for (;;); } });`),
  expect: { code: 'cpu_limit' },
};
