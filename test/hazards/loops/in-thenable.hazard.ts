import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a thenable that the sandbox awaits',
  source: toolSource(`execute: () => ({ then() { for (;;); } }),`),
  expect: { code: 'cpu_limit' },
};
