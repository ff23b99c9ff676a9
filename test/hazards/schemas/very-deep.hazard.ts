import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a schema of a million levels',
  source: toolSource(
    `parameters: (() => { let schema = {}; for (let depth = 0; depth < 100_000; depth += 1) schema = { not: schema }; return { type: 'object', ...schema }; })(),`,
  ),
  limits: { loadMs: 5_000 },
  expect: { skipped: 'tool_invalid' },
};
