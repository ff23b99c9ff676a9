import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'searches a sparse array of the greatest length',
  source: attackSource(`
    const sparse = []; sparse.length = 2 ** 32 - 1;
    let found = 0;
    for (;;) found += sparse.indexOf(1) + sparse.lastIndexOf(2) + (sparse.includes(3) ? 1 : 0);`),
  expect: { code: 'cpu_limit' },
};
