import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a function that has the fields of a result',
  source: attackSource(`return Object.assign(() => 0, say('x'));`),
  expect: { code: 'result_invalid' },
};
