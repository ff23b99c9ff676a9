import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'is no JavaScript',
  source: `export default (api) => { ]]`,
  expect: { load: 'source_invalid' },
};
