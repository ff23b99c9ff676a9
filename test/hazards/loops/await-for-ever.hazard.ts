import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'awaits resolved promises for ever',
  source: attackSource(`for (;;) await null;`),
  expect: { code: 'cpu_limit' },
};
