import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws at the top of its module',
  source: `throw Object.assign(new Error('at the top'), { code: 'memory_limit' });`,
  expect: { load: 'registration_failed' },
};
