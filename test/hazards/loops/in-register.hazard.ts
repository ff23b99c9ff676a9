import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in register',
  source: `export default () => { for (;;); };`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600 },
};
