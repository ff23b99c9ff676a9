import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a symbol in place of a result',
  source: attackSource(`return Symbol('x');`),
  expect: { code: 'result_invalid' },
};
