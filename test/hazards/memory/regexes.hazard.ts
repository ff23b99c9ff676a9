import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'keeps compiled regular expressions',
  source: attackSource(`
    const kept = [];
    for (let key = 0; ; key += 1) { const made = new RegExp('(?:a|b' + key + '){1,20}c{1,20}'); made.test('abc'); made.test('bca'); kept.push(made); }`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
