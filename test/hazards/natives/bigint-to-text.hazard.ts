import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'writes a very large number in decimal',
  source: attackSource(`
    let length = 0;
    for (;;) length += (1n << 9_000_000n).toString().length + BigInt('9'.repeat(2_000_000)).toString(3).length;`),
  expect: { code: 'cpu_limit' },
};
