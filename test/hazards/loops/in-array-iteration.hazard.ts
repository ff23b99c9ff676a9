import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the iterator of arrays by one that never ends',
  source: attackSource(`
    Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1; };
    return say([...[1]].length);`),
  expect: { code: 'cpu_limit' },
};
