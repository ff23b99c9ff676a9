import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a pattern that is no regular expression',
  source: toolSource(
    `parameters: { type: 'object', properties: { a: { type: 'string', pattern: '(((' } } },`,
  ),
  expect: { skipped: 'schema_invalid' },
};
