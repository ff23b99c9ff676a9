import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'sets and clears timers without end',
  source: attackSource(`for (;;) try { clearTimeout(setTimeout(() => 0, 1_000)); } catch {}`),
  expect: { code: 'cpu_limit' },
};
