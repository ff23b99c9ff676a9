import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'pushes into an array until there is no memory left',
  source: attackSource(`
    const kept = [];
    for (;;) kept.push({ number: kept.length, text: 'x' + kept.length });`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
