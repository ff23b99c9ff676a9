import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'sets timers without end',
  source: attackSource(`for (;;) setTimeout(() => 0, 1_000);`),
  expect: { code: 'execution_failed', message: /timers/ },
};
