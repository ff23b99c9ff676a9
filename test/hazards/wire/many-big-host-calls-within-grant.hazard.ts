import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks the host twenty times with 6 MB of small arrays where it may write 8 MB of text',
  source: toolSource(`
    capabilities: { storage: {}, fs_reach: { write: ['*'] } },
    execute: async (id, params, ctx) => {
      const big = Array.from({ length: 2_000_000 }, () => []);
      const codes = new Set();
      for (let count = 0; count < 20; count += 1) codes.add(await ctx.storage.set('a', big).catch((error) => error.code));
      return say([...codes].join(' '));
    },`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 200_000_000 },
  grants: { storage: {}, fs_reach: { write: [], maxWriteBytes: 8_000_000 } },
  expect: { text: 'capability_failed' },
};
