import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a list that is longer whenever somebody looks',
  source: attackSource(`
    const content = new Proxy([], { get: (target, key) => (key === 'length' ? 1e9 : { type: 'text', text: 'x' }) });
    return { content };`),
  expect: { code: 'result_too_large' },
};
