import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reverses an array-like of huge length',
  source: attackSource(`return say(Array.prototype.reverse.call({ length: 2 ** 53 - 2 }).length);`),
  expect: { code: 'cpu_limit' },
};
