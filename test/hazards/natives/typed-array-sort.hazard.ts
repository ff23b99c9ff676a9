import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'sorts a typed array natively again and again',
  source: attackSource(`
    const many = new Float64Array(10_000_000);
    for (;;) { for (let index = 0; index < many.length; index += 1) many[index] = (index * 7919) % 1_000_003; many.sort(); }`),
  limits: { heapBytes: 300_000_000 },
  expect: { code: 'cpu_limit' },
};
