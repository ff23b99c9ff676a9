import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'logs a hundred thousand lines and answers',
  source: attackSource(`
    for (let count = 0; count < 100_000; count += 1) ctx.log.error('line ' + count);
    return say('answered');`),
  limits: { cpuMs: 8_000, callMs: 15_000 },
  expect: { text: 'answered' },
};
