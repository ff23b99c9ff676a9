import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'asks a question through a hundred thousand proxies',
  source: attackSource(`
    let proxy = {};
    for (let depth = 0; depth < 100_000; depth += 1) proxy = new Proxy(proxy, {});
    return say(proxy.x);`),
  limits: { cpuMs: 4_000 },
  expect: { code: 'execution_failed', message: /RangeError/ },
};
