import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'looks a property up at the end of a very long prototype chain',
  source: attackSource(`
    let object = {};
    for (let depth = 0; depth < 20_000; depth += 1) object = Object.create(object);
    let found = 0;
    for (;;) found += 'x' in object ? 1 : 0;`),
  expect: { code: 'cpu_limit' },
};
