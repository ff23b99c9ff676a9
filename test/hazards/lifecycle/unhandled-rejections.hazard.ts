import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'leaves rejections that nobody handles',
  source: attackSource(`
    for (let count = 0; count < 100; count += 1) Promise.reject(new Error('unhandled ' + count));
    Promise.reject(new Proxy({}, { get() { throw new Error('no'); } }));
    await ctx.sleep(5);
    return say('answered');`),
  expect: { text: 'answered' },
};
