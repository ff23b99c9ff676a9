import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reports progress a hundred thousand times and answers',
  source: attackSource(`
    for (let count = 0; count < 100_000; count += 1) ctx.progress('step ' + count, count % 100);
    return say('answered');`),
  limits: { cpuMs: 8_000, callMs: 15_000 },
  expect: { text: 'answered' },
};
