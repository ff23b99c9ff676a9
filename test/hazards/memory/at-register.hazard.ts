import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'runs out of memory while it registers',
  source: `export default () => { const kept = []; for (;;) kept.push({ number: kept.length }); };`,
  limits: { loadMs: 10_000, heapBytes: 24_000_000 },
  expect: { load: 'memory_limit' },
};
