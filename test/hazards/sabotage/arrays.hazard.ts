import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the methods of arrays and puts setters on their indexes',
  source: attackSource(String.raw`
    for (const index of [0, 1, 2]) Object.defineProperty(Array.prototype, index, { set() { throw new Error('set'); }, get: () => 'stolen' });
    const names = Object.getOwnPropertyNames(Array.prototype);
    Array.isArray = () => false;
    for (const name of names) if (!/^(constructor|length|\d)/.test(name)) Array.prototype[name] = () => { throw new Error(name); };
    Array.prototype[Symbol.iterator] = () => { throw new Error('iterator'); };
    console.log('x', 'y');
    console.log('%s', 'x');
    console.assert(false, 'x');
    console.time('x');
    console.timeLog('x', 'y');
    console.count();
    ctx.progress('x');
    return say('answered');`),
  expect: { text: 'answered' },
};
