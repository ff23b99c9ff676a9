import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'gets stuck in native code after it has awaited a timer at the top of its module',
  source: `
    export default () => 0;
    await new Promise((done) => setTimeout(done, 10));
    Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);`,
  limits: { loadMs: 600 },
  expect: { load: 'load_timeout' },
};
