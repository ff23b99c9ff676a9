import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'keeps buffers of 8 MB each',
  source: attackSource(`
    const kept = [];
    for (;;) kept.push(new Uint8Array(8_000_000).fill(1));`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'execution_failed', message: /RangeError/ },
};
