import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a pattern for property names that takes exponential time',
  source: toolSource(`parameters: { type: 'object', patternProperties: { '^(a+)+$': {} } },`),
  args: { [`${'a'.repeat(40)}!`]: 1 },
  expect: { code: 'cpu_limit' },
};
