import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a timer while it registers',
  source: `export default () => new Promise(() => setTimeout(() => { for (;;); }, 1));`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600 },
};
