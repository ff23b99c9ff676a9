import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'rejects promises for ever',
  source: attackSource(`for (;;) { Promise.reject(new Error('unhandled')); await null; }`),
  expect: { code: 'cpu_limit' },
};
