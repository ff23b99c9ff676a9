import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'normalises a text that grows eighteenfold',
  source: attackSource(String.raw`
    const text = '\ufdfa'.repeat(1_500_000);
    let length = 0;
    for (;;) length += text.normalize('NFKD').length + text.localeCompare(text + 'x');`),
  expect: { code: 'cpu_limit' },
  limits: { heapBytes: 300_000_000 },
};
