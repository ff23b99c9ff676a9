import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers from its factory with a list that never ends',
  source: `export default (api) => api.registerTool(() => new Proxy([], { get: (target, key) => (key === 'length' ? Number.MAX_SAFE_INTEGER : { get name() { const end = Date.now() + 50; while (Date.now() < end); } }) }));`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600, heapBytes: 200_000_000 },
};
