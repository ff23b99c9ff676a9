import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'names itself with a remote address and refers to a part of it',
  source: toolSource(
    `parameters: { $id: 'http://example.org/root.json', type: 'object', properties: { a: { $ref: 'other.json' } } },`,
  ),
  expect: { skipped: 'schema_invalid' },
};
