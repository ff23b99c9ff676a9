import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a schema larger than a schema may be',
  source: toolSource(
    `parameters: { type: 'object', properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => ['p' + index, { type: 'string' }])) },`,
  ),
  expect: { skipped: 'schema_invalid' },
};
