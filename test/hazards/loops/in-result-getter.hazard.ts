import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a getter that runs while its result is copied',
  source: attackSource(`return { get content() { for (;;); } };`),
  expect: { code: 'cpu_limit' },
};
