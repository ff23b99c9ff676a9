import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a pattern that takes exponential time on its argument',
  source: toolSource(
    `parameters: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },`,
  ),
  args: { text: `${'a'.repeat(40)}!` },
  expect: { code: 'cpu_limit' },
};
