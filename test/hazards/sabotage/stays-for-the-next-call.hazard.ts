import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const BODY = `
  globalThis.calls = (globalThis.calls ?? 0) + 1;
  const text = 'call ' + globalThis.calls;
  Promise.prototype.then = Promise.prototype.catch = () => { throw new Error('no'); };
  Object.prototype.toJSON = () => 'forged';
  Object.defineProperty(Object.prototype, 'then', { configurable: true, get() { return undefined; } });
  await ctx.sleep(1);
  return { content: [{ type: 'text', text }] };`;

export const hazard: Hazard = {
  title: 'breaks the platform in one call and is called again',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY) });
    for (const text of ['call 1', 'call 2', 'call 3', 'call 4', 'call 5'])
      expectText(await stage.call(), text);
  },
};
