import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'breaks the events that carry its cancellation',
  source: attackSource(`
    EventTarget.prototype.dispatchEvent = () => { throw new Error('no'); };
    Object.getPrototypeOf(ctx.signal).dispatchEvent = () => { for (;;); };
    Object.defineProperty(ctx.signal, 'onabort', { get() { throw new Error('no'); } });
    await new Promise(() => 0);`),
  limits: { callMs: 500 },
  expect: { code: 'timeout' },
};
