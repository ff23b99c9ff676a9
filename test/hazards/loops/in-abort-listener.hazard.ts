import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in the listener of its own cancellation',
  source: attackSource(`
    ctx.signal.addEventListener('abort', () => { for (;;); });
    await new Promise(() => 0);`),
  limits: { callMs: 600 },
  expect: { code: 'timeout' },
};
