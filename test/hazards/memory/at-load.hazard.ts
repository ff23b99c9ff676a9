import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'runs out of memory while its module loads',
  source: `
    const kept = [];
    for (;;) kept.push({ number: kept.length });
    export default () => 0;`,
  limits: { loadMs: 10_000, heapBytes: 24_000_000 },
  expect: { load: 'memory_limit' },
};
