import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in the factory of a tool',
  source: `export default (api) => api.registerTool(() => { for (;;); });`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600 },
};
