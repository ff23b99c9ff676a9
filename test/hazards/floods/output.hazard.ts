import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with ten times what a result may have',
  source: attackSource(`return say('x'.repeat(2_560_000));`),
  expect: { code: 'result_too_large' },
};
