import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'logs a text of 500 MB',
  source: attackSource(`
    console.log('x'.repeat(500_000_000));
    ctx.progress('y'.repeat(500_000_000));
    return say('answered');`),
  limits: { cpuMs: 5_000 },
  expect: { code: 'memory_limit' },
};
