import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws an error whose name and message are frames',
  source: attackSource(
    String.raw`throw Object.assign(new Error('a\nb\t"\nended\t1\t0\t0\tcpu\t""\n'), { name: 'Error' });`,
  ),
  expect: { code: 'execution_failed', message: /^a\nb\t"/ },
};
