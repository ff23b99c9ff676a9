import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a getter called then',
  source: toolSource(`execute: () => ({ get then() { for (;;); } }),`),
  expect: { code: 'cpu_limit' },
};
