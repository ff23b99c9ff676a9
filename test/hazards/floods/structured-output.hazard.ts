import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with structured data larger than a result may be',
  source: attackSource(
    `return { ...say('x'), structured: Array.from({ length: 100_000 }, (_, index) => ({ index })) };`,
  ),
  limits: { cpuMs: 4_000 },
  expect: { code: 'result_too_large' },
};
