import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reports progress in thousands of separate turns',
  source: attackSource(`
    for (let count = 0; count < 150; count += 1) { for (let step = 0; step < 1_000; step += 1) ctx.progress('x'.repeat(400)); await new Promise((next) => setTimeout(next, 0)); }
    return say('answered');`),
  limits: { cpuMs: 8_000, callMs: 15_000 },
  expect: { text: 'answered' },
};
