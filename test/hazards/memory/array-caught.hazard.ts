import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'catches whatever ends its memory and goes on',
  source: attackSource(`
    const kept = [];
    for (;;) try { for (;;) kept.push([kept.length]); } catch { kept.push('more'); }`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
