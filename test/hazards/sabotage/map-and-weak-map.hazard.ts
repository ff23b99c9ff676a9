import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces the methods of maps, sets and weak maps',
  source: attackSource(`
    for (const type of [Map, Set, WeakMap, WeakSet]) for (const name of Object.getOwnPropertyNames(type.prototype)) try { type.prototype[name] = () => { throw new Error(name); }; } catch {}
    await ctx.secrets.get('x');`),
  expect: { code: 'capability_denied' },
};
