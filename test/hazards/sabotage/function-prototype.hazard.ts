import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces call, apply and bind of functions',
  source: attackSource(`
    Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error('no'); };
    setTimeout(() => 0, 1);
    await ctx.sleep(3);
    return say('answered');`),
  expect: { text: 'answered' },
};
