import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a getter of its schema',
  source: `export default (api) => api.registerTool({ name: 'attack', description: '', execute() {}, parameters: { get type() { for (;;); } } });`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600 },
};
