import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in the message getter of the error it throws',
  source: attackSource(
    `throw Object.defineProperty(new Error('x'), 'message', { get() { for (;;); } });`,
  ),
  expect: { code: 'cpu_limit' },
};
