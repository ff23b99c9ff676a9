import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'registers a tool called __proto__',
  source: toolSource(`name: '__proto__',`),
  expect: { skipped: 'tool_name_invalid' },
};
