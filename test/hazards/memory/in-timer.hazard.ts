import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'runs out of memory in a timer',
  source: attackSource(`
    const kept = [];
    setTimeout(() => { for (;;) kept.push({ number: kept.length }); }, 1);
    await ctx.sleep(14_000);
    return say('survived');`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
