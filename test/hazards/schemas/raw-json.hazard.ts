import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'puts a number that no double can hold into its schema',
  source: toolSource(`
    parameters: { type: 'object', properties: { a: { maximum: JSON.rawJSON('1e1000') } } },`),
  expect: { skipped: 'schema_invalid' },
};
