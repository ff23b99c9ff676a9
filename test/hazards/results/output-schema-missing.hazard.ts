import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'promises structured output and gives none',
  source: toolSource(
    `outputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },`,
  ),
  expect: { code: 'output_invalid' },
};
