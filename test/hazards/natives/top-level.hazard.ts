import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'searches an array-like of huge length while its module loads',
  source: `
    Array.prototype.indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1);
    export default () => 0;`,
  limits: { loadMs: 600 },
  expect: { load: 'load_timeout' },
};
