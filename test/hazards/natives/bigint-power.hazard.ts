import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'takes a power with a very large result',
  source: attackSource(`
    let big = 7n ** 4_000_000n;
    for (;;) big = (big * big) % (big - 1n) + 7n ** 3_000_000n;`),
  expect: { code: 'cpu_limit' },
};
