import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the methods of promises and the constructor',
  source: attackSource(`
    const slept = ctx.sleep(1);
    Promise.prototype.then = () => { throw new Error('no'); };
    Promise.prototype.catch = Promise.prototype.finally = undefined;
    Promise.resolve = Promise.reject = Promise.all = () => { throw new Error('no'); };
    Object.defineProperty(Promise, Symbol.species, { get() { throw new Error('no'); } });
    globalThis.Promise = class { constructor() { throw new Error('no'); } };
    await slept;
    return say('answered');`),
  expect: { text: 'answered' },
};
