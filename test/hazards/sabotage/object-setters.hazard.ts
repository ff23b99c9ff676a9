import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: "puts setters for the sandbox's own field names on Object.prototype",
  source: attackSource(`
    for (const name of ['seq', 'facts', 'asked', 'lastAsked', 'controller', 'resolve', 'reject', 'callback', 'args', 'everyMs', 'ok', 'content', 'rest', 'structured', 'isError', 'type', 'code', 'value', 'fault', 'then', 'get', 'set', 'timeout'])
      try { Object.defineProperty(Object.prototype, name, { configurable: true, set() { throw new Error('set ' + name); }, get() { return undefined; } }); } catch {}
    await ctx.sleep(1);
    return { content: [{ type: 'text', text: 'answered' }] };`),
  expect: { text: 'answered' },
};
