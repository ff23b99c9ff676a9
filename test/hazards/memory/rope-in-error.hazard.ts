import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

/** Nothing reads the message: to cut it, V8 might make it whole first, which is more than the heap holds. */
export const hazard: Hazard = {
  title: 'throws an error with a message of 500 MB',
  source: attackSource(`throw new Error('x'.repeat(500_000_000));`),
  limits: { cpuMs: 5_000 },
  expect: { code: 'execution_failed', message: /^\(a text of 500000000 characters\)$/ },
};
