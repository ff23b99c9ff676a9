import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a schema deeper than a schema may be',
  source: toolSource(
    `parameters: (() => { let schema = {}; for (let depth = 0; depth < 60; depth += 1) schema = { not: schema }; return { type: 'object', ...schema }; })(),`,
  ),
  expect: { skipped: 'schema_invalid' },
};
