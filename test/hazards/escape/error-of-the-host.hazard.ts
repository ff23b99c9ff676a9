import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'climbs from an error of a refused host call to the realm that made it',
  source: attackSource(`
    const error = await ctx.secrets.get('x').catch((each) => each);
    return say([error instanceof Error, error.constructor.constructor === Function, error.constructor.constructor('return typeof process')()].join(' '));`),
  expect: { text: 'true true undefined' },
};
