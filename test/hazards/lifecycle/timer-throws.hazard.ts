import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws in timers',
  source: attackSource(`
    setTimeout(() => { throw new Error('in a timer'); }, 1);
    setTimeout(() => { throw { get message() { throw 1; } }; }, 1);
    setInterval(() => { throw Symbol('x'); }, 1);
    await ctx.sleep(20);
    return say('answered');`),
  expect: { text: 'answered' },
};
