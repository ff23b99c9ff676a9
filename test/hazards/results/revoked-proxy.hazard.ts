import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a revoked proxy',
  source: attackSource(`
    const { proxy, revoke } = Proxy.revocable([], {}); revoke();
    return { content: proxy };`),
  expect: { code: 'result_invalid' },
};
