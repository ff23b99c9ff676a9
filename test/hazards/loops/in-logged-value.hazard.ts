import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a trap of something it logs',
  source: attackSource(`console.log(new Proxy({}, { ownKeys() { for (;;); } }));`),
  expect: { code: 'cpu_limit' },
};
