import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has references that lead nowhere',
  source: toolSource(
    `parameters: { type: 'object', properties: { a: { $ref: '#/nowhere/__proto__/constructor' } } },`,
  ),
  expect: { skipped: 'schema_invalid' },
};
