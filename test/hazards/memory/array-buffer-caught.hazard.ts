import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks for buffers for ever and catches the refusals',
  source: attackSource(`
    const kept = [];
    for (;;) try { kept.push(new Float64Array(1_000_000).fill(1)); } catch {}`),
  expect: { code: 'cpu_limit' },
};
