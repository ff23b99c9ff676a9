import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'rejects after an await at the top of its module',
  source: `
    export default () => 0;
    await null;
    throw new Error('later at the top');`,
  expect: { load: 'registration_failed' },
};
