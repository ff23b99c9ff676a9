import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with nothing',
  source: attackSource(``),
  expect: { code: 'result_invalid' },
};
