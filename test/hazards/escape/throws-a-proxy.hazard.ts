import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws a proxy that answers every question with more proxies',
  source: attackSource(`
    const endless = () => new Proxy(function () {}, { get: endless, apply: endless, getPrototypeOf: () => Error.prototype, has: () => true });
    throw endless();`),
  expect: { code: 'execution_failed' },
};
