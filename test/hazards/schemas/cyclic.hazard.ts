import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a schema that contains itself',
  source: toolSource(
    `parameters: (() => { const schema = { type: 'object' }; schema.properties = { a: schema }; return schema; })(),`,
  ),
  expect: { skipped: 'tool_invalid' },
};
