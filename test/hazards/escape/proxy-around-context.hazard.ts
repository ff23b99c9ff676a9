import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'wraps its context in proxies to see what the sandbox reads of it',
  source: attackSource(`
    const spy = new Proxy(ctx, { get: (target, key, receiver) => Reflect.get(target, key, receiver) });
    try { return say(spy.callId); } catch (error) { return say(error.name); }`),
  expect: { text: 'TypeError' },
};
