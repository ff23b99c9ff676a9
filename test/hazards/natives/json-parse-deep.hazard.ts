import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'parses JSON of a million levels and answers with it',
  source: attackSource(
    `return { ...say('x'), structured: JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000)) };`,
  ),
  limits: { cpuMs: 4_000 },
  expect: { code: 'result_invalid' },
};
