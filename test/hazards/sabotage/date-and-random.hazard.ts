import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the clock and the randomness',
  source: attackSource(`
    Date.now = () => { throw new Error('no'); };
    globalThis.Date = class {};
    Math.random = () => NaN;
    globalThis.crypto = undefined;
    setTimeout(() => 0, 1);
    await ctx.sleep(2);
    return say('answered');`),
  expect: { text: 'answered' },
};
