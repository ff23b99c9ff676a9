import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces in a long text until it has no room',
  source: attackSource(`
    let text = 'a'.repeat(100_000);
    const kept = [];
    for (;;) { kept.push(text.replaceAll('a', 'bc')); text = text.replace(/a/, 'aa'); }`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
