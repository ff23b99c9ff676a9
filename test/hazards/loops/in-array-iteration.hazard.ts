import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the iterator of arrays by one that never ends',
  source: attackSource(`
    Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1; };
    let count = 0;
    for (const one of [1]) count += one;
    return say(count);`),
  expect: { code: 'cpu_limit' },
};
