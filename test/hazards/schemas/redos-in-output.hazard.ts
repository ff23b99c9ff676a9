import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a pattern in its output schema that takes exponential time',
  source: toolSource(`
    outputSchema: { type: 'object', properties: { text: { type: 'string', pattern: '^(a|a)*$' } } },
    execute: () => ({ ...say('x'), structured: { text: 'a'.repeat(40) + '!' } }),`),
  expect: { code: 'cpu_limit' },
};
