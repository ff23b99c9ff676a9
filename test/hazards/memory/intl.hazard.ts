import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'keeps formatters, which live outside of the heap that is counted',
  source: attackSource(`
    const kept = [];
    for (;;) { kept.push(new Intl.DateTimeFormat('ar-EG-u-ca-islamic', { dateStyle: 'full', timeStyle: 'full' })); kept.push(new Intl.Segmenter('th', { granularity: 'word' }).segment('x')); }`),
  limits: { cpuMs: 15_000, callMs: 18_000 },
  expect: { code: 'memory_limit' },
};
