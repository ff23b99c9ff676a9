import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'fills a map until its table cannot grow',
  source: attackSource(`
    const map = new Map();
    for (let key = 0; ; key += 1) map.set(key, key);`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
