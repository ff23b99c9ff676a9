import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'awaits one timer after another at the top of its module, for ever',
  source: `
    export default () => 0;
    for (;;) await new Promise((done) => setTimeout(done, 1));`,
  limits: { loadMs: 600 },
  expect: { load: 'load_timeout' },
};
