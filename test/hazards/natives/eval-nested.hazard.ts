import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'parses code of a million brackets',
  source: attackSource(`return say(eval('('.repeat(1_000_000) + ')'.repeat(1_000_000)));`),
  limits: { cpuMs: 4_000 },
  expect: { code: 'execution_failed', message: /RangeError|SyntaxError/ },
};
