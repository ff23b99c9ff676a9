import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'puts fields of calls and answers on Object.prototype',
  source: attackSource(`
    Object.prototype.userId = 'root';
    Object.prototype.value = { granted: true };
    Object.prototype.ok = true;
    Object.prototype.overrides = { admin: true };
    return say(JSON.stringify(await ctx.secrets.get('x')));`),
  expect: { code: 'capability_denied' },
};
