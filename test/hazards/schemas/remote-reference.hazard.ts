import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'refers to a schema on the network',
  source: toolSource(
    `parameters: { type: 'object', properties: { a: { $ref: 'http://169.254.169.254/latest/meta-data' } } },`,
  ),
  expect: { skipped: 'schema_invalid' },
};
