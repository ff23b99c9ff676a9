import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a promise that never settles',
  source: attackSource(`return new Promise(() => 0);`),
  limits: { callMs: 500 },
  expect: { code: 'timeout' },
};
