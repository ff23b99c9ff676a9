import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in the ownKeys trap of its structured result',
  source: attackSource(
    `return { ...say('x'), structured: new Proxy({}, { ownKeys() { for (;;); } }) };`,
  ),
  expect: { code: 'cpu_limit' },
};
