import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'is a source text of nearly a million nested brackets',
  source: `export default ${'['.repeat(900_000)}${']'.repeat(900_000)};`,
  expect: { load: 'source_invalid' },
};
