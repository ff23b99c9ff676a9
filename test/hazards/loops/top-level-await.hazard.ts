import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'awaits for ever at the top of its module',
  source: `
    await new Promise(() => 0);
    export default () => 0;`,
  limits: { loadMs: 600 },
  expect: { load: 'load_timeout' },
};
