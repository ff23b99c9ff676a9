import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import { crashUntilQuarantined } from '../crash-until-quarantined.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'runs out of memory again and again until it is quarantined',
  script: async (stage) => {
    const limits = { cpuMs: 10_000, callMs: 15_000, heapBytes: 16_000_000 };
    const body = 'const kept = []; for (;;) kept.push({ number: kept.length });';
    await stage.loadWell({ source: attackSource(body), limits });
    const codes = await crashUntilQuarantined(stage, 'attack');
    expect(codes.filter((code) => code === 'memory_limit')).toHaveLength(5);
  },
};
