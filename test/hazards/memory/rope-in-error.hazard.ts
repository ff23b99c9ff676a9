import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws an error with a message of 500 MB',
  source: attackSource(`throw new Error('x'.repeat(500_000_000));`),
  limits: { cpuMs: 5_000 },
  expect: { code: 'memory_limit' },
};
