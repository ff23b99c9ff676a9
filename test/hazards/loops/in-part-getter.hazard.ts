import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a getter of one part of its result',
  source: attackSource(`return { content: [{ type: 'text', get text() { for (;;); } }] };`),
  expect: { code: 'cpu_limit' },
};
