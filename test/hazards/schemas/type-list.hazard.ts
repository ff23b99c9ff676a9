import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a schema whose type is a list',
  source: toolSource(`parameters: { type: ['object', 'null'] },`),
  expect: { skipped: 'schema_invalid' },
};
