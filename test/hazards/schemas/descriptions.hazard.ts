import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a description longer than a description may be',
  source: toolSource(`description: 'x'.repeat(100_000),`),
  expect: { skipped: 'tool_invalid' },
};
