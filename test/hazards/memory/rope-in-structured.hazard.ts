import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with structured data that repeats one text a thousand times',
  source: attackSource(`
    const text = 'x'.repeat(1_000_000);
    return { ...say('x'), structured: Array.from({ length: 2_000 }, () => text) };`),
  limits: { cpuMs: 8_000, callMs: 15_000 },
  expect: { code: 'memory_limit' },
};
