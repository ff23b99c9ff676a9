import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'sorts a large array natively again and again',
  source: attackSource(`
    const many = Array.from({ length: 2_000_000 }, (_, index) => (index * 7919) % 1_000_003);
    for (;;) many.sort().reverse();`),
  limits: { heapBytes: 200_000_000 },
  expect: { code: 'cpu_limit' },
};
