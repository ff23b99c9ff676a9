import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws a revoked proxy',
  source: attackSource(`
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    throw proxy;`),
  expect: { code: 'execution_failed', message: /was thrown/ },
};
