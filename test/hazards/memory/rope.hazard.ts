import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a text of 500 MB that takes no room until somebody reads it',
  source: attackSource(`return say('x'.repeat(500_000_000));`),
  limits: { cpuMs: 5_000 },
  expect: { code: 'result_too_large' },
};
