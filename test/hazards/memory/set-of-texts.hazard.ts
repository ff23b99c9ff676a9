import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'fills a set with texts',
  source: attackSource(`
    const set = new Set();
    for (let key = 0; ; key += 1) set.add('text number ' + key);`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
