import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'registers with a promise that never settles',
  source: `export default () => new Promise(() => 0);`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600 },
};
