import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a million parts',
  source: attackSource(
    `return { content: Array.from({ length: 1_000_000 }, () => ({ type: 'text', text: '' })) };`,
  ),
  limits: { cpuMs: 4_000 },
  expect: { code: 'result_too_large' },
};
