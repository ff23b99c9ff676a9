import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops while an argument of fetch becomes a text',
  source: attackSource(`await fetch({ [Symbol.toPrimitive]() { for (;;); } });`),
  expect: { code: 'cpu_limit' },
};
