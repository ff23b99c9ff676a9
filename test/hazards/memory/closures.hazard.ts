import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'keeps functions compiled from ever new texts',
  source: attackSource(`
    const kept = [];
    for (let key = 0; ; key += 1) { const made = new Function('return [' + key + ',' + 'x => y => '.repeat(50) + '1]'); made(); kept.push(made); }`),
  limits: { cpuMs: 10_000, callMs: 15_000, heapBytes: 24_000_000 },
  expect: { code: 'memory_limit' },
};
