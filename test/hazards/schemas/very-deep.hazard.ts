import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

/** Its `JSON.parse` goes no deeper than its stack: the whole registration cannot be read there. */
const isNode26 = Number(process.versions.node.split('.')[0]) >= 26;

export const hazard: Hazard = {
  title: 'has a schema of a hundred thousand levels',
  source: toolSource(
    `parameters: (() => { let schema = {}; for (let depth = 0; depth < 100_000; depth += 1) schema = { not: schema }; return { type: 'object', ...schema }; })(),`,
  ),
  limits: { loadMs: 5_000 },
  expect: isNode26 ? { load: 'registration_failed' } : { skipped: 'tool_invalid' },
};
