import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in the getter of its name',
  source: `export default (api) => api.registerTool({ get name() { for (;;); } });`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600 },
};
