import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

const ERROR_CHARS = 2_000;

/** V8 may cut the message out of its rope or make it whole first, which is more than the heap holds. */
export const hazard: Hazard = {
  title: 'throws an error with a message of 500 MB',
  script: async (stage) => {
    await stage.loadWell({
      source: attackSource(`throw new Error('x'.repeat(500_000_000));`),
      limits: { cpuMs: 5_000 },
    });
    const result = await stage.call();
    if (result.ok) throw new Error('it answered');
    expect(['memory_limit', 'execution_failed']).toContain(result.code);
    expect(result.message.length).toBeLessThanOrEqual(ERROR_CHARS);
  },
};
