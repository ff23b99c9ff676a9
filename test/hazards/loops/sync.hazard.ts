import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in the synchronous part of a call',
  source: attackSource(`for (;;);`),
  expect: { code: 'cpu_limit' },
};
