import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes promises that nobody settles',
  source: attackSource(`
    const kept = [];
    for (;;) kept.push(new Promise((resolve) => kept.push(resolve)).then(() => 0));`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
