import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops at the top of its module',
  source: `
    for (;;);
    export default () => 0;`,
  expect: { load: 'load_timeout' },
};
