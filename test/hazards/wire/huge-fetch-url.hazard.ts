import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'fetches a URL of 30 MB',
  source: attackSource(`await fetch('https://example.org/' + 'x'.repeat(30_000_000));`),
  limits: { cpuMs: 5_000, heapBytes: 300_000_000 },
  expect: { code: 'execution_failed', message: /too long/ },
};
