import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the console and the platform it was given',
  source: attackSource(`
    for (const name of ['console', 'structuredClone', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'URL', 'TextEncoder', 'AbortController', 'AbortSignal', 'fetch', 'atob', 'crypto', 'EventTarget', 'Event', 'DOMException'])
      Object.defineProperty(globalThis, name, { get() { throw new Error(name); } });
    await ctx.sleep(1);
    ctx.log.info('x');
    void ctx.signal;
    return say('answered');`),
  expect: { text: 'answered' },
};
