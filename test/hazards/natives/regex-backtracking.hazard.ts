import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'runs a regular expression that backtracks exponentially',
  source: attackSource(`return say(/^(a+)+$/.test('a'.repeat(40) + '!'));`),
  expect: { code: 'cpu_limit' },
};
