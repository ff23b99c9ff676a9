import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in what a timer calls while its module is awaited',
  source: `
    export default () => 0;
    setTimeout(() => { for (;;); }, 10);
    await new Promise(() => 0);`,
  limits: { loadMs: 600 },
  expect: { load: 'load_timeout' },
};
