import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes errors that cannot be made and names that cannot be read',
  source: attackSource(`
    Object.defineProperty(Error, Symbol.hasInstance, { value() { throw new Error('no'); } });
    Object.defineProperty(Error.prototype, 'name', { get() { throw new Error('no'); } });
    Object.defineProperty(Error.prototype, 'message', { get() { throw new Error('no'); } });
    globalThis.Error = globalThis.TypeError = undefined;
    await ctx.fs.read('x');`),
  expect: { code: 'capability_denied' },
};
