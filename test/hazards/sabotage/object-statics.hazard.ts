import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the functions of Object, Reflect and the numbers',
  source: attackSource(`
    const ownNames = Object.getOwnPropertyNames;
    for (const target of [Object, Reflect, Number, Math, String, Array, Symbol]) for (const name of ownNames(target)) try { if (typeof target[name] === 'function') target[name] = () => { throw new Error(name); }; } catch {}
    await ctx.sleep(1);
    ctx.log.info('x');
    return say('answered');`),
  expect: { text: 'answered' },
};
