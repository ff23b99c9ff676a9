import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in the register getter of its default export',
  source: `export default { get register() { for (;;); } };`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600 },
};
