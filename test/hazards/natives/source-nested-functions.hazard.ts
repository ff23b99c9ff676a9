import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'is a source text of deeply nested arrow functions that must be parsed again and again',
  source: `export default ${'(a=>'.repeat(2_000)}0${')'.repeat(2_000)};`,
  expect: { load: 'source_invalid' },
};
