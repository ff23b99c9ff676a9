import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import { expectNeighbourReady } from '../expect-neighbour-ready.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'takes down a process that others use, twice',
  script: async (stage) => {
    const limits = { cpuMs: 8_000, callMs: 12_000 };
    const body = `return say('x'.repeat(1 << 28).split('').length);`;
    await stage.loadWell({ source: attackSource(body), limits });
    for (let count = 0; count < 2; count += 1) {
      const result = await stage.call();
      expect(result.ok ? 'ok' : result.code).toMatch(/^(memory_limit|sandbox_crashed)$/);
    }
    await expectNeighbourReady(stage);
  },
};
