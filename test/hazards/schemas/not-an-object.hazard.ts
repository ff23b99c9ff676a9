import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a list, a text and a truth in place of a schema',
  source: toolSource(`parameters: [{ type: 'object' }],`),
  expect: { skipped: 'schema_invalid' },
};
