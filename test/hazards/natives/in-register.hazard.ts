import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'searches an array-like of huge length while it registers',
  source: `export default () => Array.prototype.indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1);`,
  limits: { loadMs: 600 },
  expect: { load: 'load_timeout' },
};
