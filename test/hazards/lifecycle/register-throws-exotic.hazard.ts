import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'rejects its registration with a revoked proxy',
  source: `export default async () => { const { proxy, revoke } = Proxy.revocable(function () {}, {}); revoke(); throw proxy; };`,
  expect: { load: 'registration_failed' },
};
