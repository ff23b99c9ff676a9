import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'steals the key of abort signals by replacing their static methods',
  source: attackSource(`
    let stolen;
    AbortSignal.fire = (key) => { stolen = key; };
    AbortSignal.abort('x');
    AbortSignal.any([ctx.signal]);
    const reach = ctx.signal.constructor.constructor('return typeof process')();
    return say(reach + ' ' + ctx.signal.aborted);`),
  expect: { text: 'undefined false' },
};
