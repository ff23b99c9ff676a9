import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'exports a class',
  source: `export default class { register() {} }`,
  expect: { load: 'registration_failed' },
};
