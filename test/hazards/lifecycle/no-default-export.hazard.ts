import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'exports nothing that can be called',
  source: `export const register = () => 0;`,
  expect: { load: 'registration_failed' },
};
