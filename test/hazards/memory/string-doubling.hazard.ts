import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'doubles a text and flattens it',
  source: attackSource(`
    let text = 'x';
    for (;;) text += text;`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'execution_failed', message: /Invalid string length/ },
};
