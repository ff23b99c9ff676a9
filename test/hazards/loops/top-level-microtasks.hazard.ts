import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'feeds the microtask queue at the top of its module',
  source: `
    const again = () => { queueMicrotask(again); };
    again();
    export default () => 0;`,
  expect: { load: 'load_timeout' },
};
