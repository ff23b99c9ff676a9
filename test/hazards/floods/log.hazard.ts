import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'logs for ever',
  source: attackSource(`for (;;) console.log('x'.repeat(1_000));`),
  expect: { code: 'cpu_limit' },
};
